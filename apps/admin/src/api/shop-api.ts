import { authDocument } from './auth-api';
import type { Document, Page, Resource } from './documents';
import { isProblem } from './problem';
import { tellNoMember, tellRefusedRight } from './refused-right';
import { type Answer, pathOfLink, type RequestOptions, send } from './request';

interface SessionToken {
  token: string;
  /** Expiry in milliseconds since 1970. */
  expires: number;
}

/** Remaining life in milliseconds below which a token is renewed. Clocks differ. */
const spareMs = 30_000;

/** Tokens of this page by shop. They are never stored and end with the session. */
const tokens = new Map<string, Promise<SessionToken>>();

/**
 * Requests the shop API with a session token, which has the scopes of the person's role. `path` is an API
 * path such as `/api/meta`.
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
 * Sends `ask` with a token, and once more with a new token if the first one was refused. `leastMs` is the
 * minimum remaining life of the token.
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

/** Requests one page of a list. `path` is the list's path or a link to one of its pages. */
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
  // Several parts of a screen need the token at once. The first one requests it and the others share the
  // promise.
  const begun = tokens.get(shopId);
  if (begun !== undefined && begun !== before) return begun;
  const made = newToken(shopId);
  tokens.set(shopId, made);
  // A failed request must not stay in the cache.
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
