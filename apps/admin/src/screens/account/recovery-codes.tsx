import type { ReactNode } from 'react';
import { Button } from '../../parts/button';
import { CodeBlock } from '../../parts/copy-button';
import { Dialog, DialogActions } from '../../parts/dialog';
import { Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { useTexts } from '../../texts/texts';

/** Shows recovery codes once. Undefined `codes` close the dialog. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: string[] | undefined;
  onClose: () => void;
}): ReactNode {
  const t = useTexts();
  return (
    // Disables closing the dialog by a click outside, because the recovery codes would be lost.
    <Dialog
      title={t('recoveryCodes.title')}
      isOpen={codes !== undefined}
      onClose={onClose}
      isDismissable={false}
    >
      <Stack>
        <Notice kind="warning" live>
          {t('recoveryCodes.lead')}
        </Notice>
        <CodeBlock code={(codes ?? []).join('\n')} label={t('recoveryCodes.title')} />
        <DialogActions>
          <Button look="primary" onPress={onClose}>
            {t('recoveryCodes.saved')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
