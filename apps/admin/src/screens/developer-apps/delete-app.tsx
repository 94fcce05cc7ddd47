import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Card } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { discardUnsavedInput } from '../../parts/unsaved/unsaved';
import { useTexts } from '../../texts/texts';
import { appsKey, deleteApp, type OwnApp, useInstalledShops } from './own-app';

/** A button that deletes the app in every shop. The confirmation shows the number of shops. */
export function DeleteApp({ app: { id, attributes } }: { app: OwnApp }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: shops = 0 } = useInstalledShops(id);
  const [isAsking, setAsking] = useState(false);
  const { name } = attributes;
  const confirm = async (): Promise<void> => {
    await deleteApp(id);
    discardUnsavedInput();
    void navigate('/developer/apps');
    toast(t('developerApps.delete.done', { app: name }));
    await queries.invalidateQueries({ queryKey: [...appsKey, 'list'] });
    await queries.invalidateQueries({ queryKey: ['installations'] });
    queries.removeQueries({ queryKey: [...appsKey, id] });
  };
  return (
    <Card
      title={t('developerApps.delete')}
      lead={t('developerApps.delete.lead')}
      actions={
        <Button look="destructive" size="small" onPress={() => setAsking(true)}>
          {t('developerApps.delete')}
        </Button>
      }
    >
      <ConfirmDialog
        title={t('developerApps.delete.title', { app: name })}
        action={t('developerApps.delete.action')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      >
        <p>{t('developerApps.delete.text', { shops })}</p>
      </ConfirmDialog>
    </Card>
  );
}
