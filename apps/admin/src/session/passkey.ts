import type { Document, Resource } from '../api/documents';
import { send } from '../api/request';

type Challenge<Options> = Document<Resource<{ options: Options }>>;
/** Loads the WebAuthn library on demand, because the first screen does not need it. */
const library = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof library>>;
type GetOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
export type CreateOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/**
 * Requests a passkey of this site and returns the signed response. `inForm` offers passkeys in the browser's autofill
 * instead of a dialog.
 */
export async function askForPasskey(inForm = false): Promise<object> {
  const { startAuthentication } = await library();
  const { document } = await send<Challenge<GetOptions>>('/admin/api/passkey_challenges', { method: 'POST' });
  const optionsJSON = document.data.attributes.options;
  return startAuthentication({ optionsJSON, useBrowserAutofill: inForm, verifyBrowserAutofillInput: false });
}

export async function makePasskey(optionsJSON: CreateOptions): Promise<object> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON });
}

/** Returns true if the browser can offer passkeys in its autofill. */
export async function offersPasskeysInForms(): Promise<boolean> {
  return hasPasskeys() && (await library()).browserSupportsWebAuthnAutofill();
}

/** Returns true if the user closed the browser's passkey dialog, or if a newer passkey request replaced the dialog. */
export function isDismissed(error: unknown): boolean {
  const { name } = (error ?? {}) as { name?: string };
  return name === 'NotAllowedError' || name === 'AbortError';
}

/** Returns true if the browser reports that this device already has a passkey of the user. */
export function isKnownDevice(error: unknown): boolean {
  return (error as { name?: string } | undefined)?.name === 'InvalidStateError';
}
