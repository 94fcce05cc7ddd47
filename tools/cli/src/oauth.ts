/** OAuth client id of this CLI, which is a public client without a secret. */
export const CLIENT_ID = 'storewright-cli';
const TIMEOUT_MS = 30_000;

export type SendForm = (
  path: string,
  fields: Record<string, string>,
  bearer?: string,
) => Promise<OAuthResponse>;

/** Response of an OAuth endpoint. Status 0 means that the auth API did not respond. */
export interface OAuthResponse {
  status: number;
  body: object;
}

export interface SessionTokens {
  session: string;
  /** Token that renews the session. undefined if the auth API is older than this CLI. */
  refresh_token?: string | undefined;
}

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

/** Parses a JSON object. Returns an empty object for anything else, such as an error page of a proxy. */
function objectOf(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}

function userAgent(): string {
  const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'Macintosh', win32: 'Windows' };
  return `storewright/${process.env.STOREWRIGHT_VERSION ?? ''} (${systems[process.platform] ?? 'Linux'})`;
}
