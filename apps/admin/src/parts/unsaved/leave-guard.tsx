import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../texts/texts';
import { useAskBeforeUnload } from '../ask-before-unload';
import { Button } from '../button';
import { DialogActions, DialogFrame } from '../dialog-frame';
import { Stack } from '../layout';
import { leavingNow, subscribeToLeaving } from './guarded-history';
import { unsavedInput } from './unsaved';

/**
 * Asks for confirmation before the user leaves a page with unsaved input by a link or the Back button, or closes the
 * tab.
 */
export function LeaveGuard(): ReactNode {
  const t = useTexts();
  useAskBeforeUnload(() => unsavedInput().length > 0);
  const leaving = useSyncExternalStore(subscribeToLeaving, leavingNow);
  const isOpen = leaving !== undefined;
  // Keeps the text of the dialog while the dialog closes.
  const [isKept, setKept] = useState(false);
  const isKeptNow = unsavedInput().every((each) => each.isKept);
  if (isOpen && isKept !== isKeptNow) setKept(isKeptNow);
  const stay = (): void => leaving?.stay();
  return (
    <DialogFrame
      role="alertdialog"
      size="small"
      title={t('unsaved.leave.title')}
      isOpen={isOpen}
      onClose={stay}
    >
      <Stack>
        <p>{t(isKept ? 'unsaved.leave.kept' : 'unsaved.leave.lost')}</p>
        <DialogActions>
          <Button autoFocus onPress={stay}>
            {t('unsaved.stay')}
          </Button>
          <Button look={isKept ? 'primary' : 'danger'} onPress={() => leaving?.leave()}>
            {t('unsaved.leave')}
          </Button>
        </DialogActions>
      </Stack>
    </DialogFrame>
  );
}
