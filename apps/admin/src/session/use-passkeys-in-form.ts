import { useEffect } from 'react';
import { askForPasskey, offersPasskeysInForms } from './passkey';
import { signInWithPasskey } from './session';

/** The browser offers the person's passkeys in the field of the email, where it can. Whatever goes wrong, the form is there. */
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
