import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AppIcon } from '../../parts/app-icon';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { FileButton } from '../../parts/file-button';
import { Form } from '../../parts/form';
import { Card, Row, Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';
import { type ChosenIcon, type IconProblem, iconTypes, lookAt } from './chosen-icon';
import styles from './developer-apps.module.css';
import { appsKey, type OwnApp, removeIcon, setIcon, useAppsChanged } from './own-app';

export function EditIcon({ app }: { app: OwnApp }): ReactNode {
  const t = useTexts();
  const queries = useQueryClient();
  const changed = useAppsChanged();
  const [chosen, setChosen] = useState<ChosenIcon>();
  const [problem, setProblem] = useState<IconProblem>();
  const { name, icon_url } = app.attributes;
  const choose = async (file: File): Promise<void> => {
    const looked = await lookAt(file);
    setChosen('file' in looked ? looked : undefined);
    setProblem('reason' in looked ? looked : undefined);
  };
  const save = async (): Promise<void> => {
    queries.setQueryData([...appsKey, app.id], await setIcon(app.id, chosen!.file));
    setChosen(undefined);
    void changed();
    toast(t('developerApps.icon.saved', { app: name }));
  };
  return (
    <Card title={t('developerApps.icon')} lead={t('developerApps.icon.lead')}>
      <Form
        onSubmit={save}
        fields={[]}
        edits={{ isChanged: chosen !== undefined, discard: () => setChosen(undefined) }}
      >
        {({ isPending }) => (
          <Stack>
            <Row gap="normal">
              <AppIcon name={name} url={chosen?.preview ?? icon_url} size="large" />
              <p role="status" className={styles['soft']}>
                {chosen && t('developerApps.icon.chosen', { file: chosen.file.name })}
                {!chosen && icon_url === null && t('developerApps.icon.none')}
              </p>
            </Row>
            {problem && (
              <Notice kind="danger" live>
                {t(`developerApps.icon.problem.${problem.reason}`, { ...problem })}
              </Notice>
            )}
            <Row>
              <FileButton types={iconTypes} isDisabled={isPending} onChoose={(file) => void choose(file)}>
                {t('developerApps.icon.choose')}
              </FileButton>
              {chosen ? (
                <>
                  <Button isDisabled={isPending} onPress={() => setChosen(undefined)}>
                    {t('unsaved.discard')}
                  </Button>
                  <Button type="submit" look="primary" isPending={isPending}>
                    {t('developerApps.icon.save')}
                  </Button>
                </>
              ) : (
                icon_url !== null && <RemoveIcon app={app} />
              )}
            </Row>
          </Stack>
        )}
      </Form>
    </Card>
  );
}

function RemoveIcon({ app: { id, attributes } }: { app: OwnApp }): ReactNode {
  const t = useTexts();
  const changed = useAppsChanged();
  const [isAsking, setAsking] = useState(false);
  const confirm = async (): Promise<void> => {
    await removeIcon(id);
    await changed();
    toast(t('developerApps.icon.remove.done', { app: attributes.name }));
  };
  return (
    <>
      <Button look="destructive" onPress={() => setAsking(true)}>
        {t('developerApps.icon.remove')}
      </Button>
      <ConfirmDialog
        title={t('developerApps.icon.remove.title', { app: attributes.name })}
        action={t('developerApps.icon.remove')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      >
        <p>{t('developerApps.icon.remove.text')}</p>
      </ConfirmDialog>
    </>
  );
}
