import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isProblem } from '../../api/problem';
import { Form } from '../../parts/form';
import { Card } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';
import { type FieldsProps, missing, PermissionFields, SettingsFields, WebhookFields } from './app-fields';
import { changesSince, type Section, sectionFields, valuesOf } from './app-values';
import styles from './developer-apps.module.css';
import { useAppDraft } from './drafts';
import { appsKey, changeApp, type KnownApp, readApp, useAppsChanged, useInstalledShops } from './own-app';
import { OthersChanges } from './others-changes';

interface LatestApp {
  latest: KnownApp;
}

export function EditPermissions({ latest }: LatestApp): ReactNode {
  return (
    <EditSection latest={latest} section="permissions">
      {(props) => (
        <>
          <PermissionFields {...props} />
          <ConsentHint known={latest} scopes={props.values.scopes} />
        </>
      )}
    </EditSection>
  );
}

export function EditWebhooks({ latest }: LatestApp): ReactNode {
  return (
    <EditSection latest={latest} section="webhooks">
      {(props) => <WebhookFields {...props} />}
    </EditSection>
  );
}

export function EditSettings({ latest }: LatestApp): ReactNode {
  return (
    <EditSection latest={latest} section="settings">
      {(props) => <SettingsFields {...props} />}
    </EditSection>
  );
}

interface EditSectionProps extends LatestApp {
  section: Section;
  children: (props: FieldsProps) => ReactNode;
}

/** Section of an app's settings with a common Save button. */
function EditSection({ latest, section, children }: EditSectionProps): ReactNode {
  const t = useTexts();
  const { draft, save } = useSaved(latest, section);
  const isSettings = section === 'settings';
  return (
    <Card title={t(`developerApps.edit.${section}`)}>
      <div className={styles['form']}>
        <Form
          onSubmit={save}
          fields={sectionFields[section]}
          check={() => (isSettings ? missing(t, draft.values) : {})}
          edits={{ ...draft, isChanged: draft.isTouched, isKept: true, discard: () => draft.restart(latest) }}
          saveBar={{ title: t(`developerApps.edit.${section}`) }}
        >
          {({ errors }) => (
            <>
              <OthersChanges {...draft} onTake={draft.change} />
              {children({ values: draft.values, onChange: draft.change, errors })}
            </>
          )}
        </Form>
      </div>
    </Card>
  );
}

/**
 * Saves the edits of an app. If another user has changed the same section, shows the changes and keeps this user's
 * edits.
 */
function useSaved(latest: KnownApp, section: Section) {
  const t = useTexts();
  const queries = useQueryClient();
  const changed = useAppsChanged();
  const draft = useAppDraft(latest, section);
  const { id } = latest.app;
  const arrived = (known: KnownApp): void => {
    queries.setQueryData([...appsKey, id], known);
  };
  const change = async (base: KnownApp, attributes: ReturnType<typeof changesSince>): Promise<void> => {
    const saved = await changeApp(base, attributes);
    arrived(saved);
    draft.restart(saved);
    void changed();
    toast(t('developerApps.edit.done', { app: saved.app.attributes.name }));
  };
  const save = async (): Promise<void> => {
    const attributes = changesSince(valuesOf(draft.base.app.attributes), draft.values);
    try {
      await change(draft.base, attributes);
    } catch (error) {
      if (!isProblem(error) || error.status !== 412) throw error;
      const newer = await readApp(id);
      arrived(newer);
      // Saves again without asking the user, because the newer version changed only other sections.
      if (!draft.rebase(newer)) await change(newer, attributes);
    }
  };
  return { draft, save };
}

/** Explains that new scopes apply to a shop only after its owner's consent (docs/contract.md §4). */
function ConsentHint({ known, scopes }: { known: KnownApp; scopes: readonly string[] }): ReactNode {
  const t = useTexts();
  const { data: shops = 0 } = useInstalledShops(known.app.id);
  const before = known.app.attributes.scopes;
  const isOther = before.length !== scopes.length || before.some((scope) => !scopes.includes(scope));
  return (
    <p role="status" className={styles['hint']}>
      {isOther && shops > 0 && t('developerApps.edit.consent', { shops })}
    </p>
  );
}
