import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink } from '../../parts/button';
import { DialogActions } from '../../parts/dialog';
import { Form } from '../../parts/form';
import { Card } from '../../parts/layout';
import { useFormDraft } from '../../parts/unsaved/drafts';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { AppFields, missing } from './app-fields';
import { appFields, attributesOf, emptyValues } from './app-values';
import styles from './developer-apps.module.css';
import { type NewApp, registerApp, useAppsChanged } from './own-app';
import { Registered } from './registered';

/** Page with the form for a new app. Shows the secrets of the created app once. */
export default function RegisterApp(): ReactNode {
  const t = useTexts();
  const changed = useAppsChanged();
  const draft = useFormDraft('apps/new', emptyValues);
  const { values, change } = draft;
  const [made, setMade] = useState<NewApp>();
  const submit = async (): Promise<void> => {
    setMade(await registerApp(attributesOf(values)));
    draft.discard();
    void changed();
  };
  if (made) return <Registered {...made} />;
  return (
    <Page
      title={t('developerApps.new.title')}
      lead={<Link to="/developer/apps">{t('developerApps.back')}</Link>}
    >
      <Card>
        <div className={styles['form']}>
          <Form
            onSubmit={submit}
            fields={appFields}
            check={() => missing(t, values)}
            edits={{ ...draft, isKept: true }}
          >
            {({ isPending, errors }) => (
              <>
                <AppFields values={values} onChange={change} errors={errors} />
                <DialogActions>
                  <ButtonLink href="/developer/apps">{t('action.cancel')}</ButtonLink>
                  <Button type="submit" look="primary" isPending={isPending}>
                    {t('developerApps.register')}
                  </Button>
                </DialogActions>
              </>
            )}
          </Form>
        </div>
      </Card>
    </Page>
  );
}
