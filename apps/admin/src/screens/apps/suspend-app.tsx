import { type ReactNode, useState } from 'react';
import type { Installation } from '../../api/installations';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Notice } from '../../parts/notice';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { suspend, useInstallationsChanged } from './installation';

export function SuspendApp({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const change = useSuspension(installation, true);
  const { app_name: app, suspended } = installation.attributes;
  if (suspended) return null;
  return (
    <>
      <Button look="destructive" needs="installations.delete" onPress={() => setAsking(true)}>
        {t('apps.suspend')}
      </Button>
      <ConfirmDialog
        title={t('apps.suspend.title', { app })}
        action={t('apps.suspend')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={change}
      >
        {t('apps.suspend.text')}
      </ConfirmDialog>
    </>
  );
}

export function SuspendedNotice({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const change = useSuspension(installation, false);
  const { app_name: app, suspended } = installation.attributes;
  if (!suspended) return null;
  return (
    <Notice
      kind="danger"
      title={t('apps.suspended.title', { app })}
      actions={
        <Button size="small" needs="installations.delete" onPress={() => setAsking(true)}>
          {t('apps.resume')}
        </Button>
      }
    >
      <p>{t('apps.suspended.text')}</p>
      <ConfirmDialog
        title={t('apps.resume.title', { app })}
        action={t('apps.resume')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={change}
        isHarmless
      >
        {t('apps.resume.text')}
      </ConfirmDialog>
    </Notice>
  );
}

function useSuspension({ id, attributes }: Installation, suspended: boolean): () => Promise<void> {
  const t = useTexts();
  const shop = useShop();
  const changed = useInstallationsChanged(shop.id);
  return async () => {
    await suspend(shop.id, id, suspended);
    await changed();
    toast(t(suspended ? 'apps.suspend.done' : 'apps.resume.done', { app: attributes.app_name }));
  };
}
