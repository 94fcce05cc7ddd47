import { type ReactNode, useId } from 'react';
import { Checkbox, TextInput } from '../../parts/fields';
import { useEventTypes } from '../../parts/events';
import { NetworksField } from '../../parts/networks/networks-field';
import { ScopeGrid } from '../../parts/scope-grid';
import { EventPicker, type Sentence, useScopes } from '../../parts/scopes';
import { ErrorState, Skeleton } from '../../parts/states';
import { type Texts, useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import { type AppValues, requestedScopes, splitScopes } from './app-values';
import { OptionalFields } from './optional-fields';

export interface FieldsProps {
  values: AppValues;
  onChange: (part: Partial<AppValues>) => void;
  /**
   * Error messages for fields other than text fields, keyed by field. Text fields read error messages from the form's
   * context.
   */
  errors: Record<string, string>;
}

/** All fields of a new app. For an existing app, the panel shows the fields in sections. */
export function AppFields(props: FieldsProps): ReactNode {
  return (
    <>
      <NameFields {...props} />
      <PermissionFields {...props} />
      <WebhookFields {...props} />
      <SecurityFields {...props} />
    </>
  );
}

export function SettingsFields(props: FieldsProps): ReactNode {
  return (
    <>
      <NameFields {...props} />
      <SecurityFields {...props} />
    </>
  );
}

function NameFields({ values, onChange }: FieldsProps): ReactNode {
  const t = useTexts();
  return (
    <>
      <TextInput
        label={t('developerApps.field.name')}
        description={t('developerApps.field.name.description')}
        name="name"
        autoComplete="off"
        value={values.name}
        onChange={(name) => onChange({ name })}
      />
      <AddressInput field="install_url" values={values} onChange={onChange} />
      <TextInput
        label={t('developerApps.field.description')}
        description={t('developerApps.field.description.description')}
        name="description"
        maxLength={500}
        value={values.description}
        onChange={(description) => onChange({ description })}
      />
      <AddressInput field="privacy_url" values={values} onChange={onChange} />
      <AddressInput field="support_url" values={values} onChange={onChange} />
    </>
  );
}

export function PermissionFields({ values, onChange, errors }: FieldsProps): ReactNode {
  const t = useTexts();
  const scopes = useScopes();
  return (
    <Ticked
      label={t('developerApps.field.scopes')}
      description={t('developerApps.field.scopes.description')}
      query={scopes}
      error={errors['scopes'] ?? errors['optional_scopes']}
    >
      {(all) => (
        <>
          <ScopeGrid
            all={all}
            value={requestedScopes(values)}
            onChange={(next) => onChange(splitScopes(next, values.optional_scopes))}
          />
          <OptionalFields all={all} values={values} onChange={onChange} />
        </>
      )}
    </Ticked>
  );
}

export function WebhookFields(props: FieldsProps): ReactNode {
  return (
    <>
      <AddressInput field="webhook_url" {...props} />
      <EventFields {...props} />
    </>
  );
}

function SecurityFields({ values, onChange }: FieldsProps): ReactNode {
  const t = useTexts();
  return (
    <>
      {(['require_proof', 'require_secret'] as const).map((field) => (
        <Checkbox
          key={field}
          isSelected={values[field]}
          onChange={(on) => onChange({ [field]: on })}
          description={t(`developerApps.field.${field}.description`)}
        >
          {t(`developerApps.field.${field}`)}
        </Checkbox>
      ))}
      <NetworksField
        value={values.allowed_networks}
        onChange={(allowed_networks) => onChange({ allowed_networks })}
        description={t('developerApps.field.allowed_networks.description')}
      />
    </>
  );
}

export function missing(t: Texts, { name, install_url }: AppValues): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: t('developerApps.field.name.missing') } : {}),
    ...(install_url.trim() === '' ? { install_url: t('developerApps.field.install_url.missing') } : {}),
  };
}

interface AddressInputProps extends Pick<FieldsProps, 'values' | 'onChange'> {
  field: 'install_url' | 'webhook_url' | 'privacy_url' | 'support_url';
}

/** A URL field without `type="url"`, because browsers and the API validate URLs by different rules. */
function AddressInput({ field, values, onChange }: AddressInputProps): ReactNode {
  const t = useTexts();
  return (
    <TextInput
      label={t(`developerApps.field.${field}`)}
      description={t(`developerApps.field.${field}.description`)}
      name={field}
      inputMode="url"
      autoComplete="off"
      spellCheck="false"
      placeholder={t(`developerApps.field.${field}.example`)}
      mono
      value={values[field]}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
}

function EventFields({ values, onChange, errors }: FieldsProps): ReactNode {
  const t = useTexts();
  const events = useEventTypes();
  const { data: all = [] } = useScopes();
  const { webhook_events, webhook_url } = values;
  const scopes = requestedScopes(values);
  const unseen = webhook_events.filter((event) => !mayBeTold(event, scopes, all));
  return (
    <Ticked
      label={t('developerApps.field.webhook_events')}
      description={t('developerApps.field.webhook_events.description')}
      query={events}
      error={errors['webhook_events']}
      hints={[
        ...(unseen.length > 0
          ? [t('developerApps.field.webhook_events.unseen', { events: unseen.join(', ') })]
          : []),
        ...(webhook_events.length > 0 && webhook_url.trim() === ''
          ? [t('developerApps.field.webhook_events.nowhere')]
          : []),
      ]}
    >
      {(known) => (
        <div className={styles['events']}>
          <EventPicker
            all={known}
            value={webhook_events}
            onChange={(next) => onChange({ webhook_events: next })}
          />
        </div>
      )}
    </Ticked>
  );
}

/**
 * Returns true if an app with these scopes can receive the event type (docs/contract.md §6). The scopes must allow
 * reading the event's resource. An event of a resource without scopes is always allowed.
 */
function mayBeTold(event: string, scopes: readonly string[], all: readonly Sentence[]): boolean {
  const [resource = ''] = event.split('.');
  const needed = `${resource}.get`;
  return scopes.includes(needed) || !all.some(({ id }) => id === needed);
}

interface TickedProps<S> {
  label: string;
  description: string;
  query: {
    data: S[] | undefined;
    error: unknown;
    isPending: boolean;
    refetch: () => Promise<unknown>;
  };
  children: (all: S[]) => ReactNode;
  error: string | undefined;
  hints?: readonly string[];
}

function Ticked<S>({ label, description, query, children, error, hints = [] }: TickedProps<S>): ReactNode {
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-about`}
      className={styles['ticked']}
    >
      <p id={`${id}-label`} className={styles['label']}>
        {label}
      </p>
      <p id={`${id}-about`} className={styles['soft']}>
        {description}
      </p>
      <div className={styles['box']}>
        {query.isPending && <Skeleton lines={5} />}
        {query.error !== null && !query.data && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.data && children(query.data)}
      </div>
      <div role="status">
        {hints.map((hint) => (
          <p key={hint} className={styles['hint']}>
            {hint}
          </p>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}
