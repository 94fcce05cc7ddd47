import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts/texts';
import { ConfirmDialog } from './confirm-dialog';
import { DialogFrame, type DialogProps } from './dialog-frame';
import { DialogScopeContext, unsavedInput } from './unsaved/unsaved';

export { DialogActions } from './dialog-frame';

/**
 * A modal dialog that asks for confirmation before unsaved input is lost. It stays open while its form is being
 * submitted.
 */
export function Dialog({ onClose, children, ...props }: DialogProps): ReactNode {
  const t = useTexts();
  const [scope] = useState(() => ({}));
  const [isAsking, setAsking] = useState(false);
  const close = (): void => {
    const input = unsavedInput(scope);
    if (input.length === 0) onClose();
    else if (!input.some(({ isPending }) => isPending)) setAsking(true);
  };
  const discard = (): void => {
    for (const each of unsavedInput(scope)) each.discard();
    onClose();
  };
  return (
    <DialogFrame {...props} onClose={close}>
      <DialogScopeContext value={scope}>{children}</DialogScopeContext>
      <ConfirmDialog
        title={t('unsaved.close.title')}
        action={t('unsaved.discard')}
        dismiss={t('unsaved.keep')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => Promise.resolve(discard())}
      >
        {t('unsaved.close.text')}
      </ConfirmDialog>
    </DialogFrame>
  );
}
