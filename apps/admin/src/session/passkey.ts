import type { Document, Resource } from '../api/documents';
import { send } from '../api/request';

type Challenge<Options> = Document<Resource<{ options: Options }>>;
/** Loaded where it is needed: the first screen does without. */
const library = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof library>>;
type GetOptions = Parameters<Library['startAuthentication']>[0]['optionsJSON'];
export type CreateOptions = Parameters<Library['startRegistration']>[0]['optionsJSON'];

export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Asks for a passkey of this site, and gives what it has signed. `inForm`: offered among what the browser fills into the form, where it can do so. */
export async function askForPasskey(inForm = false): Promise<object> {
  const { startAuthentication } = await library();
  const { document } = await send<Challenge<GetOptions>>('/admin/api/passkey_challenges', { method: 'POST' });
  const optionsJSON = document.data.attributes.options;
  return startAuthentication({ optionsJSON, useBrowserAutofill: inForm, verifyBrowserAutofillInput: false });
}

/** Makes a passkey. */
export async function makePasskey(optionsJSON: CreateOptions): Promise<object> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON });
}

/** Whether the browser offers passkeys among what it fills in. */
export async function offersPasskeysInForms(): Promise<boolean> {
  return hasPasskeys() && (await library()).browserSupportsWebAuthnAutofill();
}

/** The person has closed the browser's question, or another one took its place: nothing to speak of. */
export function isDismissed(error: unknown): boolean {
  const { name } = (error ?? {}) as { name?: string };
  return name === 'NotAllowedError' || name === 'AbortError';
}

/** This device has a passkey of the person already. */
export function isKnownDevice(error: unknown): boolean {
  return (error as { name?: string } | undefined)?.name === 'InvalidStateError';
}
