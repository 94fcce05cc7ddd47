import { UnfinishedError } from './failures';
import type { Terminal } from './terminal';

/** How often is looked, and for how long: a nonce is good for ten minutes. */
const [lookEveryMs, looks] = [2_000, 300];

/** An installation as the app's developer sees it. */
export interface Installation {
  id: string;
  attributes: { scopes: string[]; token_status: string | null };
}

export interface Awaited {
  /** The living installation; undefined as long as there is none. */
  look(): Promise<Installation | undefined>;
  /** What the app asks for. */
  scopes: readonly string[];
  /** Where the owner's browser comes to. */
  install_url: string;
}

/** Whether the owner has agreed to all that the app asks for, and the app has its token. */
export const isComplete = ({ attributes }: Installation, scopes: readonly string[]): boolean =>
  attributes.token_status === 'active' && isGranted(attributes, scopes);

const isGranted = ({ scopes: granted }: Installation['attributes'], scopes: readonly string[]) =>
  scopes.every((scope) => granted.includes(scope));

/** Resolves with the installation once it is complete; throws what is missing where it does not come to that. */
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
      note(`the owner has agreed; now the app exchanges the nonce that came to ${install_url}`);
    }
    await pause(lookEveryMs);
  }
  throw new UnfinishedError(
    agreed
      ? `the app has not exchanged its nonce: start it at ${install_url}, and open the address again.`
      : 'nobody has agreed within ten minutes: send the address to an owner of the shop, or open it and sign in.',
  );
}
