import { useEffect } from 'react';
import { askForPasskey, offersPasskeysInForms } from './passkey';
import { signInWithPasskey } from './session';

/**
 * Offers passkeys in the browser's autofill of the email field. Ignores all errors, because the form also works
 * without passkeys.
 */
export function usePasskeysInForm(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    let isShown = true;
    void offersPasskeysInForms()
      .then(async (offers) => {
        if (!offers || !isShown) return;
        const response = await askForPasskey(true);
        if (isShown) await signInWithPasskey(response);
      })
      .catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [isWanted]);
}
