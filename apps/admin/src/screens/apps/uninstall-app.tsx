import type { ReactNode } from 'react';
import type { Installation } from '../../api/installations';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { useLast } from '../../parts/last';
import { Stack } from '../../parts/layout';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { Text, useTexts } from '../../texts/texts';
import { uninstall, useInstallationsChanged } from './installation';

interface UninstallAppProps {
  /** App that the dialog uninstalls. Undefined closes the dialog. */
  installation: Installation | undefined;
  onClose: () => void;
  onDone?: () => void;
}

export function UninstallApp({ installation, onClose, onDone }: UninstallAppProps): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const changed = useInstallationsChanged(id);
  const last = useLast(installation);
  const app = last?.attributes.app_name ?? '';
  const confirm = async (): Promise<void> => {
    await uninstall(id, last!.id);
    onDone?.();
    await changed();
    toast(t('apps.uninstall.done', { app }));
  };
  return (
    <ConfirmDialog
      title={t('apps.uninstall.title', { app })}
      action={t('apps.uninstall')}
      isOpen={installation !== undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Stack gap="small">
        <p>{t('apps.uninstall.text')}</p>
        {last?.attributes.last_used_at && (
          <p>
            <Text
              id="apps.uninstall.used"
              values={{ time: <Time value={last.attributes.last_used_at} form="relative" /> }}
            />
          </p>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
