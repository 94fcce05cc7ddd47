import { UnfinishedError } from './failures';
import type { Terminal } from './terminal';

/**
 * Polling interval in milliseconds, and maximum number of polls. All polls together take longer than the ten
 * minutes for which a nonce is valid.
 */
const [lookEveryMs, looks] = [2_000, 300];

/** An installation, as the auth API returns it to the app's developer. */
export interface Installation {
  id: string;
  attributes: { scopes: string[]; token_status: string | null };
}

export interface Awaited {
  /** Returns the current installation of the app, or undefined before the shop owner consents. */
  look(): Promise<Installation | undefined>;
  scopes: readonly string[];
  install_url: string;
}

/** True if the owner granted all requested scopes and the app has exchanged its nonce. */
export const isComplete = ({ attributes }: Installation, scopes: readonly string[]): boolean =>
  attributes.token_status === 'active' && isGranted(attributes, scopes);

const isGranted = ({ scopes: granted }: Installation['attributes'], scopes: readonly string[]) =>
  scopes.every((scope) => granted.includes(scope));

/**
 * Resolves with the installation once it is complete. After the last poll, throws an error that contains the
 * missing step.
 */
export async function untilComplete(
  { look, scopes, install_url }: Awaited,
  { note, pause }: Pick<Terminal, 'note' | 'pause'>,
): Promise<Installation> {
  let agreed = false;
  for (let left = looks; left > 0; left -= 1) {
    const installation = await look();
    if (installation && isComplete(installation, scopes)) return installation;
    if (installation && !agreed && isGranted(installation.attributes, scopes)) {
      agreed = true;
      note(`the owner consented; the app must now exchange the nonce that was sent to ${install_url}`);
    }
    await pause(lookEveryMs);
  }
  throw new UnfinishedError(
    agreed
      ? `the app has not exchanged its nonce: start the app at ${install_url}, and open the URL again.`
      : 'nobody consented within ten minutes: send the URL to an owner of the shop, or open it and sign in.',
  );
}
