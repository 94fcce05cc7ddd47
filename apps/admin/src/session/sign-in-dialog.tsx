import type { ReactNode } from 'react';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { Stack } from '../parts/layout';
import { useTexts } from '../texts/texts';
import { leaveFor, useSessionState } from './session';
import { SignInForm } from './sign-in-form';

/**
 * Sign-in dialog above the current screen after the session has expired. The screen keeps its state if the same user
 * signs in. Another user starts on a new page.
 */
export function SignInDialog(): ReactNode {
  const t = useTexts();
  const state = useSessionState();
  if (state.kind !== 'signed-in') return null;
  return (
    <Dialog
      title={t('signIn.again.title')}
      size="small"
      isDismissable={false}
      isOpen={state.ended}
      onClose={() => undefined}
    >
      <Stack>
        <p>{t('signIn.again.lead')}</p>
        <SignInForm
          email={state.session.email}
          other={
            <Button look="quiet" onPress={() => leaveFor('/admin/sign-in')}>
              {t('signIn.again.leave')}
            </Button>
          }
        />
      </Stack>
    </Dialog>
  );
}
