import { renewSession, sessionNow, signInAgain } from '../session/session';
import { stepUp } from '../session/step-up';
import { pageLanguage } from '../texts/catalogue';
import type { Document, Page, Resource } from './documents';
import { isProblem } from './problem';
import { tellNoMember, tellRefusedRight } from './refused-right';
import { type Answer, pathOfLink, type RequestOptions, send } from './request';

const prefix = '/admin';
/** What a shop has as a whole, its lists above all: where it is not there, the shop is not there for this person. */
const ofShop = /^\/api\/shops\/[^/?]+\/(?!membership\b)[^/?]+(?:\?|$)/;

/**
 * Asks the auth API as the person who is signed in. Paths are those of its documentation (`/api/shops`); links of its lists may be given as they are.
 *
 * A write carries the CSRF token. Where the session has ended meanwhile the sign-in is opened above the screen, and the request is sent
 * again after it: whoever asked only waits longer. So it is where the person has to prove again who they are. Where another tab has signed in anew, the new CSRF token is fetched first.
 */
export async function askAuth<D = Document<Resource>>(
  path: string,
  options: RequestOptions = {},
): Promise<Answer<D>> {
  const tell = ofShop.test(pathOfLink(path)) ? tellNoMember : tellRefusedRight;
  try {
    return await once<D>(path, options);
  } catch (error) {
    if (!isProblem(error)) throw error;
    if (error.status === 401) await signInAgain();
    else if (error.has('step_up_required')) await stepUp(error);
    else if (error.has('csrf_refused')) await renewSession();
    else tell(error);
    return once<D>(path, options).catch(tell);
  }
}

function once<D>(path: string, options: RequestOptions): Promise<Answer<D>> {
  const token = options.method && options.method !== 'GET' ? sessionNow()?.csrf_token : undefined;
  const language = pageLanguage();
  return send<D>(prefix + pathOfLink(path), {
    ...options,
    // Mails to who has chosen no language are in that of the panel, which may be another one than the browser's.
    headers: {
      ...(language && { 'accept-language': language }),
      ...options.headers,
      ...(token ? { 'x-csrf-token': token } : {}),
    },
  });
}

/** One object, or the document of a write. */
export async function authDocument<D = Document<Resource>>(
  path: string,
  options?: RequestOptions,
): Promise<D> {
  return (await askAuth<D>(path, options)).document;
}

/** One page of a list. `path`: the list's, or a link of another page of it. */
export function authPage<R extends Resource<object>>(
  path: string,
  options?: RequestOptions,
): Promise<Page<R>> {
  return authDocument<Page<R>>(path, options);
}
