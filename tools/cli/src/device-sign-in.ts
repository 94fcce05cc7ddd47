import { hostname } from 'node:os';
import { UnfinishedError, UsageError } from './failures';
import { formSender, type SendForm, type SessionTokens, tokensIn } from './oauth';
import type { Terminal } from './terminal';

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
/** Default interval in seconds between polls for the user's decision (RFC 8628 §3.2). */
const defaultInterval = 5;
const longestInterval = 60;

interface DeviceCodes {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  expires_in: number;
  interval?: number;
}

export interface BrowserSignIn extends SessionTokens {
  apiAccess: string;
}

type Screen = Pick<Terminal, 'note' | 'open' | 'pause'>;

/**
 * Signs in through the browser with the device authorization grant (RFC 8628). Returns the session after the
 * user allows the sign-in in the panel of `shop`.
 */
export async function signInByBrowser(
  terminal: Screen,
  authUrl: string,
  shop?: string,
  send: SendForm = formSender(authUrl),
): Promise<BrowserSignIn> {
  const codes = await begin(send, { authUrl, shop });
  show(terminal, authUrl, codes, 'allow this device');
  const tokens = await untilDecided(terminal, send, codes, {
    denied: 'the sign-in was denied in the browser.',
    late: 'the sign-in was not allowed in time. Start again.',
  });
  return { ...tokens, apiAccess: new URL('settings/api-access', codes.verification_uri).href };
}

export interface CommandToConfirm {
  session: string;
  command: string;
  shop?: string | undefined;
}

/**
 * Waits until the user confirms the command in a browser (step-up authentication, RFC 9470). Returns the new
 * tokens of the session, which counts as recently authenticated for ten minutes.
 */
export async function confirmInBrowser(
  terminal: Screen,
  authUrl: string,
  { session, command, shop }: CommandToConfirm,
  send: SendForm = formSender(authUrl),
): Promise<SessionTokens> {
  const codes = await begin(send, { authUrl, shop, command, session });
  terminal.note('this command needs your confirmation in the browser');
  show(terminal, authUrl, codes, 'confirm the command');
  return untilDecided(terminal, send, codes, {
    denied: 'the command was denied in the browser.',
    late: 'the command was not confirmed in time. Start again.',
  });
}

interface Begun {
  authUrl: string;
  shop?: string | undefined;
  command?: string;
  session?: string;
}

async function begin(send: SendForm, { authUrl, shop, command, session }: Begun): Promise<DeviceCodes> {
  const fields = {
    device_name: hostname().slice(0, 100),
    ...(shop !== undefined && { shop }),
    ...(command !== undefined && { command }),
  };
  const { status, body } = await send('/oauth/device_authorization', fields, session);
  if (status === 200) return body as DeviceCodes;
  if (status === 400 && session !== undefined)
    throw new UnfinishedError(
      'the session of this device cannot be confirmed. Sign in again: ' +
        `storewright login --auth-url ${authUrl}`,
    );
  if (status === 400 && shop !== undefined) throw new UsageError(`there is no shop ${JSON.stringify(shop)}.`);
  throw new UnfinishedError(
    status === 0
      ? `${authUrl} does not respond.`
      : `the auth API returned status ${status}; sign in with --email, or try again later.`,
  );
}

function show(
  { note, open }: Screen,
  authUrl: string,
  { user_code, verification_uri, verification_uri_complete = verification_uri }: DeviceCodes,
  action: string,
): void {
  note(`open ${verification_uri}`);
  note(`and ${action} if the page shows or requests the code ${user_code}; waiting (Ctrl-C stops)`);
  open(verification_uri_complete, authUrl);
}

/** Polls until the user allows or denies the sign-in. Polls more slowly after a failure (RFC 8628 §3.5). */
async function untilDecided(
  { pause }: Pick<Terminal, 'pause'>,
  send: SendForm,
  { device_code, expires_in, interval = defaultInterval }: DeviceCodes,
  problems: { denied: string; late: string },
): Promise<SessionTokens> {
  let seconds = interval;
  for (let left = expires_in; left > 0; left -= seconds) {
    await pause(seconds * 1000);
    const response = await send('/oauth/token', { grant_type, device_code });
    const tokens = tokensIn(response);
    if (tokens) return tokens;
    const { error } = response.body as { error?: string };
    const { status } = response;
    if (status === 0 || status === 429 || status >= 500) seconds = Math.min(2 * seconds, longestInterval);
    else if (error === 'slow_down') seconds += defaultInterval;
    else if (error === 'access_denied') throw new UnfinishedError(problems.denied);
    else if (error !== 'authorization_pending') break;
  }
  throw new UnfinishedError(problems.late);
}
