/** Client id of this program at the auth API. The client has no secret. */
export const CLIENT_ID = 'storewright-cli';
/** Timeout of one request in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Sends a form to an OAuth endpoint. `bearer` is the token of the session that the request is about. */
export type SendForm = (
  path: string,
  fields: Record<string, string>,
  bearer?: string,
) => Promise<OAuthResponse>;

/** Response of an OAuth endpoint. Status 0 means no response. */
export interface OAuthResponse {
  status: number;
  body: object;
}

/** Tokens of a session of this device. */
export interface SessionTokens {
  session: string;
  /** Absent if the auth API is older than this program. */
  refresh_token?: string | undefined;
}

/** Returns the tokens of a token response, or undefined for another response. */
export function tokensIn({ status, body }: OAuthResponse): SessionTokens | undefined {
  const { access_token, refresh_token } = body as { access_token?: string; refresh_token?: string };
  return status === 200 && access_token ? { session: access_token, refresh_token } : undefined;
}

export function formSender(authUrl: string): SendForm {
  return async (path, fields, bearer) => {
    try {
      const response = await fetch(authUrl + path, {
        method: 'POST',
        headers: { 'user-agent': userAgent(), ...(bearer && { authorization: `Bearer ${bearer}` }) },
        body: new URLSearchParams({ client_id: CLIENT_ID, ...fields }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
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
