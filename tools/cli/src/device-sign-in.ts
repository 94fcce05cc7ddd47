import { hostname } from 'node:os';
import { UnfinishedError, UsageError } from './failures';
import type { Terminal } from './terminal';

/** Client id of this program at the auth API. The client has no secret. */
const client_id = 'storewright-cli';
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
/** Timeout of one request in milliseconds. */
const timeoutMs = 30_000;
/** Default polling interval in seconds (RFC 8628 §3.2). */
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

type Send = (path: string, fields: Record<string, string>) => Promise<Told>;

/** Response of an OAuth endpoint. Status 0 means no response. */
interface Told {
  status: number;
  body: object;
}

/** Result of a sign-in through the browser. */
export interface BrowserSignIn {
  session: string;
  /** URL of the panel page on which the person generates access tokens. */
  apiAccess: string;
}

/**
 * Returns a session after a person allows the sign-in in a browser (RFC 8628). The person signs in to the
 * panel of `shop`.
 */
export async function signInByBrowser(
  terminal: Pick<Terminal, 'note' | 'open' | 'pause'>,
  authUrl: string,
  shop?: string,
  send: Send = sendTo(authUrl),
): Promise<BrowserSignIn> {
  const codes = await begin(send, authUrl, shop);
  const { user_code, verification_uri, verification_uri_complete = verification_uri } = codes;
  terminal.note(`open ${verification_uri}`);
  terminal.note(`and allow this device if the page shows the code ${user_code}; waiting (Ctrl-C stops)`);
  terminal.open(verification_uri_complete, authUrl);
  const session = await untilAllowed(terminal, send, codes);
  return { session, apiAccess: new URL('settings/api-access', verification_uri).href };
}

async function begin(send: Send, authUrl: string, shop: string | undefined): Promise<DeviceCodes> {
  const device_name = hostname().slice(0, 100);
  const { status, body } = await send('/oauth/device_authorization', {
    ...{ client_id, device_name },
    ...(shop !== undefined && { shop }),
  });
  if (status === 200) return body as DeviceCodes;
  if (status === 400 && shop !== undefined) throw new UsageError(`there is no shop ${JSON.stringify(shop)}.`);
  throw new UnfinishedError(
    status === 0
      ? `${authUrl} does not respond.`
      : `the auth API returned status ${status}; sign in with --email, or try again later.`,
  );
}

/** Polls until the person allows the sign-in. Polls more slowly after a failure (RFC 8628 §3.5). */
async function untilAllowed(
  { pause }: Pick<Terminal, 'pause'>,
  send: Send,
  { device_code, expires_in, interval = defaultInterval }: DeviceCodes,
): Promise<string> {
  let seconds = interval;
  for (let left = expires_in; left > 0; left -= seconds) {
    await pause(seconds * 1000);
    const { status, body } = await send('/oauth/token', { grant_type, client_id, device_code });
    const { access_token, error } = body as { access_token?: string; error?: string };
    if (status === 200 && access_token) return access_token;
    if (status === 0 || status === 429 || status >= 500) seconds = Math.min(2 * seconds, longestInterval);
    else if (error === 'slow_down') seconds += defaultInterval;
    else if (error === 'access_denied') throw new UnfinishedError('the sign-in was denied in the browser.');
    else if (error !== 'authorization_pending') break;
  }
  throw new UnfinishedError('the sign-in was not allowed in time. Start again.');
}

function sendTo(authUrl: string): Send {
  return async (path, fields) => {
    try {
      const response = await fetch(authUrl + path, {
        method: 'POST',
        headers: { 'user-agent': userAgent() },
        body: new URLSearchParams(fields),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      return { status: response.status, body: objectOf(text) };
    } catch {
      return { status: 0, body: {} };
    }
  };
}

/** Parses an object. Other content, such as an error page of a proxy, becomes an empty object. */
function objectOf(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}

/** User agent of this program, which the list of sessions shows. */
function userAgent(): string {
  const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'Macintosh', win32: 'Windows' };
  return `storewright/${process.env.STOREWRIGHT_VERSION ?? ''} (${systems[process.platform] ?? 'Linux'})`;
}
