import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isProblem } from '../../api/problem';
import { Button } from '../../parts/button';
import { DialogActions } from '../../parts/dialog';
import { Form } from '../../parts/form';
import { Card } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';
import { AppFields, missing } from './app-fields';
import { appFields, changesSince, valuesOf } from './app-values';
import styles from './developer-apps.module.css';
import { useAppDraft } from './drafts';
import { appsKey, changeApp, type KnownApp, readApp, useAppsChanged, useInstalledShops } from './own-app';
import { OthersChanges } from './others-changes';

/** Changes the version that it began with. Where somebody else was faster, it shows what they changed and keeps what was typed. */
export function EditApp({ latest }: { latest: KnownApp }): ReactNode {
  const t = useTexts();
  const queries = useQueryClient();
  const changed = useAppsChanged();
  const draft = useAppDraft(latest);
  const { id } = latest.app;
  const arrived = (known: KnownApp): void => {
    queries.setQueryData([...appsKey, id], known);
  };
  const save = async (): Promise<void> => {
    const attributes = changesSince(valuesOf(draft.base.app.attributes), draft.values);
    try {
      const saved = await changeApp(draft.base, attributes);
      arrived(saved);
      draft.restart(saved);
      void changed();
      toast(t('developerApps.edit.done'));
    } catch (error) {
      if (!isProblem(error) || error.status !== 412) throw error;
      const newer = await readApp(id);
      arrived(newer);
      draft.rebase(newer);
    }
  };
  return (
    <Card title={t('developerApps.edit.title')}>
      <div className={styles['form']}>
        <Form onSubmit={save} fields={appFields} check={() => missing(t, draft.values)}>
          {({ isPending, errors }) => (
            <>
              <OthersChanges {...draft} onTake={draft.change} />
              <AppFields values={draft.values} onChange={draft.change} errors={errors} />
              <ConsentHint known={draft.base} scopes={draft.values.scopes} />
              <DialogActions>
                <Button isDisabled={!draft.isTouched || isPending} onPress={() => draft.restart(latest)}>
                  {t('developerApps.edit.discard')}
                </Button>
                <Button type="submit" look="primary" isPending={isPending} isDisabled={!draft.isTouched}>
                  {t('action.save')}
                </Button>
              </DialogActions>
            </>
          )}
        </Form>
      </div>
    </Card>
  );
}

/** Other scopes hold for a shop when its owner has agreed to them (docs/contract.md §4). */
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
