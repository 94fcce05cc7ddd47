import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { useLast } from '../../parts/last';
import { Stack } from '../../parts/layout';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { Text, useTexts } from '../../texts/texts';
import { type AccessToken, revokeToken, useListChanged } from './access-token';

/** Revokes an access token after a confirmation. An undefined `token` closes the dialog. */
export function RevokeToken({
  token,
  onClose,
}: {
  token: AccessToken | undefined;
  onClose: () => void;
}): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const listChanged = useListChanged(id);
  const last = useLast(token);
  const name = last?.attributes.name ?? '';
  const confirm = async (): Promise<void> => {
    await revokeToken(id, last!.id);
    await listChanged();
    toast(t('apiAccess.revoke.done', { name }));
  };
  return (
    <ConfirmDialog
      title={t('apiAccess.revoke.title', { name })}
      action={t('apiAccess.revoke')}
      isOpen={token !== undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      <Stack gap="small">
        <p>{t('apiAccess.revoke.text')}</p>
        {last?.attributes.last_used_at && (
          <p>
            <Text
              id="apiAccess.revoke.used"
              values={{ time: <Time value={last.attributes.last_used_at} form="relative" /> }}
            />
          </p>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
