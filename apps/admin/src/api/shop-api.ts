import { authDocument } from './auth-api';
import type { Document, Page, Resource } from './documents';
import { isProblem } from './problem';
import { tellNoMember, tellRefusedRight } from './refused-right';
import { type Answer, pathOfLink, type RequestOptions, send } from './request';

interface SessionToken {
  token: string;
  expires: number;
}

/**
 * Minimum remaining lifetime of a session token in milliseconds, with a margin for clock skew. The panel renews a
 * token with a shorter lifetime.
 */
const spareMs = 30_000;

/** Session tokens, keyed by shop id. The panel stores session tokens only in memory. */
const tokens = new Map<string, Promise<SessionToken>>();

/**
 * Sends a request to the shop API with a session token, which has the scopes of the user's role. `path` is an
 * API path such as `/api/meta`.
 */
export async function askShop<D = Document<Resource>>(
  shopId: string,
  path: string,
  options: RequestOptions = {},
): Promise<Answer<D>> {
  return askWithToken(shopId, (token) =>
    send<D>(pathOfLink(path), {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` },
    }),
  );
}

/**
 * Calls `ask` with a session token, and again with a new token if the service rejects the first token. `leastMs` is
 * the minimum remaining token lifetime in milliseconds.
 */
export async function askWithToken<A>(
  shopId: string,
  ask: (token: string) => Promise<A>,
  leastMs = spareMs,
): Promise<A> {
  try {
    return await ask((await livingToken(shopId, leastMs)).token);
  } catch (error) {
    if (!isProblem(error) || error.status !== 401) tellRefusedRight(error);
    tokens.delete(shopId);
    return livingToken(shopId, leastMs)
      .then(({ token }) => ask(token))
      .catch(tellRefusedRight);
  }
}

export async function shopDocument<D = Document<Resource>>(
  shopId: string,
  path: string,
  options?: RequestOptions,
): Promise<D> {
  return (await askShop<D>(shopId, path, options)).document;
}

/** Loads one page of a list from the shop API. `path` is the list's path or a pagination link. */
export function shopPage<R extends Resource<object>>(
  shopId: string,
  path: string,
  options?: RequestOptions,
): Promise<Page<R>> {
  return shopDocument<Page<R>>(shopId, path, options);
}

async function livingToken(shopId: string, leastMs: number): Promise<SessionToken> {
  const before = tokens.get(shopId);
  const known = await before;
  if (known && known.expires > Date.now() + leastMs) return known;
  // Shares one pending request for a session token between concurrent callers.
  const begun = tokens.get(shopId);
  if (begun !== undefined && begun !== before) return begun;
  const made = newToken(shopId);
  tokens.set(shopId, made);
  // Lets the next caller request a session token again after a failure.
  made.catch(() => tokens.delete(shopId));
  return made;
}

async function newToken(shopId: string): Promise<SessionToken> {
  type Attributes = { token: string; expires_at: string };
  const { data } = await authDocument<Document<Resource<Attributes>>>(`/api/shops/${shopId}/session_tokens`, {
    method: 'POST',
    data: { type: 'session_tokens' },
  }).catch(tellNoMember);
  return { token: data.attributes.token, expires: Date.parse(data.attributes.expires_at) };
}
