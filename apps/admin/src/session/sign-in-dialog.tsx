import type { ReactNode } from 'react';
import { Button } from '../parts/button';
import { Dialog } from '../parts/dialog';
import { Stack } from '../parts/layout';
import { useTexts } from '../texts/texts';
import { leaveFor, useSessionState } from './session';
import { SignInForm } from './sign-in-form';

/**
 * Stands above the screen (and above a dialog that is open there) when the session has ended in the middle of something. Only the same person
 * can go on; anybody else leaves the page, and what was typed with it.
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
