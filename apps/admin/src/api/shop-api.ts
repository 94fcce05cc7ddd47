import { authDocument } from './auth-api';
import type { Document, Page, Resource } from './documents';
import { isProblem } from './problem';
import { tellNoMember, tellRefusedRight } from './refused-right';
import { type Answer, pathOfLink, type RequestOptions, send } from './request';

interface SessionToken {
  token: string;
  /** In ms since 1970. */
  expires: number;
}

/** Renewed when this little of its life is left, in ms: clocks differ. */
const spareMs = 30_000;

/** The tokens of this page, by shop. They are in no storage, and end with the session. */
const tokens = new Map<string, Promise<SessionToken>>();

/** Asks the shop API with a token of the session, which has the scopes of the person's role. Paths are those of its documentation (`/api/meta`). */
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

/** `ask`: sends a request with the token; again with a new one where it was refused. `leastMs`: how long the token must live still. */
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

/** One page of a list. `path`: the list's, or a link of another page of it. */
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
  // Several ask at one moment when a screen opens: the first has begun to fetch it.
  const begun = tokens.get(shopId);
  if (begun !== undefined && begun !== before) return begun;
  const made = newToken(shopId);
  tokens.set(shopId, made);
  // One that could not be made must not be remembered.
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
