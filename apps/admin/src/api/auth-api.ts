import { renewSession, sessionNow, signInAgain } from '../session/session';
import { stepUp } from '../session/step-up';
import { pageLanguage } from '../texts/catalogue';
import type { Document, Page, Resource } from './documents';
import { isProblem } from './problem';
import { tellNoMember, tellRefusedRight } from './refused-right';
import { type Answer, pathOfLink, type RequestOptions, send } from './request';

const prefix = '/admin';
/** Matches API paths of one shop. A 404 response for such a path means that the person is not a member of the shop. */
const ofShop = /^\/api\/shops\/[^/?]+\/(?!membership\b)[^/?]+(?:\?|$)/;

/**
 * Sends a request to the auth API with the session cookie and, for writes, the CSRF token. If the user must
 * sign in or authenticate again, repeats the request afterwards. If another tab has signed in, loads the new
 * CSRF token and repeats the request. `path` is an API path such as `/api/shops`, or a pagination link.
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
    // Language of emails to a person who has not chosen a language. The panel's language can differ from the
    // browser's.
    headers: {
      ...(language && { 'accept-language': language }),
      ...options.headers,
      ...(token ? { 'x-csrf-token': token } : {}),
    },
  });
}

export async function authDocument<D = Document<Resource>>(
  path: string,
  options?: RequestOptions,
): Promise<D> {
  return (await askAuth<D>(path, options)).document;
}

/** Loads one page of a list from the auth API. `path` is the list's path or a pagination link. */
export function authPage<R extends Resource<object>>(
  path: string,
  options?: RequestOptions,
): Promise<Page<R>> {
  return authDocument<Page<R>>(path, options);
}
