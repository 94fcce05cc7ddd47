import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Dialog } from '../../parts/dialog';
import { useLast } from '../../parts/last';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { type AccessToken, rotateToken, useListChanged } from './access-token';
import { MadeToken } from './generate-token';

/**
 * Rotates an access token after a confirmation and shows the new token value once. An undefined `token` closes the
 * dialog.
 */
export function RotateToken({
  token,
  onClose,
}: {
  token: AccessToken | undefined;
  onClose: () => void;
}): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const listChanged = useListChanged(id);
  const [made, setMade] = useState<string>();
  const last = useLast(token);
  const { name = '', scopes = null } = last?.attributes ?? {};
  const rotate = async (): Promise<void> => {
    setMade(await rotateToken(id, last!.id));
    void listChanged();
  };
  const close = (): void => setMade(undefined);
  return (
    <>
      <ConfirmDialog
        title={t('apiAccess.rotate.title', { name })}
        action={t('apiAccess.rotate')}
        isOpen={token !== undefined}
        onClose={onClose}
        onConfirm={rotate}
        isHarmless
      >
        {t('apiAccess.rotate.text')}
      </ConfirmDialog>
      <Dialog
        title={t('apiAccess.made.title')}
        isOpen={made !== undefined}
        onClose={close}
        isDismissable={false}
      >
        {made !== undefined && <MadeToken made={{ name, token: made, scopes }} onDone={close} />}
      </Dialog>
    </>
  );
}
