import { type ReactNode, useState } from 'react';
import { useBlocker } from 'react-router';
import { useTexts } from '../../texts/texts';
import { useAskBeforeUnload } from '../ask-before-unload';
import { Button } from '../button';
import { DialogActions, DialogFrame } from '../dialog-frame';
import { Stack } from '../layout';
import { unsavedInput } from './unsaved';

/** Path of the sign-in page. After the end of a session, the panel shows this page without a question. */
const SIGN_IN = '/sign-in';

/** Asks before a link, the Back button or the browser leaves a page with unsaved input. */
export function LeaveGuard(): ReactNode {
  const t = useTexts();
  useAskBeforeUnload(() => unsavedInput().length > 0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== SIGN_IN &&
      unsavedInput().some(({ isPending }) => !isPending),
  );
  const isOpen = blocker.state === 'blocked';
  // Keeps the text unchanged while the dialog closes.
  const [isKept, setKept] = useState(false);
  const isKeptNow = unsavedInput().every((each) => each.isKept);
  if (isOpen && isKept !== isKeptNow) setKept(isKeptNow);
  const stay = (): void => blocker.reset?.();
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
          <Button look={isKept ? 'primary' : 'danger'} onPress={() => blocker.proceed?.()}>
            {t('unsaved.leave')}
          </Button>
        </DialogActions>
      </Stack>
    </DialogFrame>
  );
}
