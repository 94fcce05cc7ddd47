import { type ReactNode, useId } from 'react';
import { Checkbox, TextInput } from '../../parts/fields';
import { useEventTypes } from '../../parts/events';
import { ScopePicker, type Sentence, useScopes } from '../../parts/scopes';
import { ErrorState, Skeleton } from '../../parts/states';
import { type Texts, useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import type { AppValues } from './app-values';

interface AppFieldsProps {
  values: AppValues;
  onChange: (part: Partial<AppValues>) => void;
  /** By field; those of the text fields find their place by themselves. */
  errors: Record<string, string>;
}

/** What an app says of itself: the same fields when it is registered and later. */
export function AppFields({ values, onChange, errors }: AppFieldsProps): ReactNode {
  const t = useTexts();
  const scopes = useScopes();
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
      <Ticked
        label={t('developerApps.field.scopes')}
        description={t('developerApps.field.scopes.description')}
        query={scopes}
        value={values.scopes}
        onChange={(next) => onChange({ scopes: next })}
        error={errors['scopes']}
      />
      <AddressInput field="webhook_url" values={values} onChange={onChange} />
      <EventFields values={values} onChange={onChange} errors={errors} />
      <Checkbox
        isSelected={values.require_proof}
        onChange={(require_proof) => onChange({ require_proof })}
        description={t('developerApps.field.require_proof.description')}
      >
        {t('developerApps.field.require_proof')}
      </Checkbox>
      <Checkbox
        isSelected={values.require_secret}
        onChange={(require_secret) => onChange({ require_secret })}
        description={t('developerApps.field.require_secret.description')}
      >
        {t('developerApps.field.require_secret')}
      </Checkbox>
    </>
  );
}

/** What can be said before anything is sent. */
export function missing(t: Texts, { name, install_url }: AppValues): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: t('developerApps.field.name.missing') } : {}),
    ...(install_url.trim() === '' ? { install_url: t('developerApps.field.install_url.missing') } : {}),
  };
}

interface AddressInputProps extends Pick<AppFieldsProps, 'values' | 'onChange'> {
  field: 'install_url' | 'webhook_url';
}

/** Checked by the service, so it is no `type="url"`: browsers have rules of their own. */
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

function EventFields({ values, onChange, errors }: AppFieldsProps): ReactNode {
  const t = useTexts();
  const events = useEventTypes();
  const { data: all = [] } = useScopes();
  const { scopes, webhook_events, webhook_url } = values;
  const unseen = webhook_events.filter((event) => !mayBeTold(event, scopes, all));
  return (
    <Ticked
      label={t('developerApps.field.webhook_events')}
      description={t('developerApps.field.webhook_events.description')}
      query={events}
      value={webhook_events}
      onChange={(next) => onChange({ webhook_events: next })}
      error={errors['webhook_events']}
      hints={[
        ...(unseen.length > 0
          ? [t('developerApps.field.webhook_events.unseen', { events: unseen.join(', ') })]
          : []),
        ...(webhook_events.length > 0 && webhook_url.trim() === ''
          ? [t('developerApps.field.webhook_events.nowhere')]
          : []),
      ]}
    />
  );
}

/** An app is told of what it may read, and of what there is no scope for, such as its own installation (docs/contract.md §6). */
function mayBeTold(event: string, scopes: readonly string[], all: readonly Sentence[]): boolean {
  const [resource = ''] = event.split('.');
  const needed = `${resource}.get`;
  return scopes.includes(needed) || !all.some(({ id }) => id === needed);
}

interface TickedProps {
  label: string;
  description: string;
  query: {
    data: Sentence[] | undefined;
    error: unknown;
    isPending: boolean;
    refetch: () => Promise<unknown>;
  };
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
  /** What to know about what is ticked. */
  hints?: readonly string[];
}

/** Ticked by group, one group for each resource. */
function Ticked({ label, description, query, value, onChange, error, hints = [] }: TickedProps): ReactNode {
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
        {query.data && <ScopePicker all={query.data} value={value} onChange={onChange} />}
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
