import type { Response } from '@storewright/testing';
import { newObject, type TestOwner, type TestService } from './test-service';

export interface Browser {
  cookie: string;
  csrf_token: string;
}

export async function signedIn(service: TestService, { email, password }: TestOwner): Promise<Browser> {
  const { headers, body } = await service.api.post(
    '/api/sessions',
    newObject('sessions', { email, password }),
  );
  return {
    cookie: String(headers['set-cookie']).split(';')[0]!,
    csrf_token: body.data.attributes.csrf_token as string,
  };
}

/**
 * Headers that Chromium sends when a page with `Referrer-Policy: no-referrer` submits a form to its own
 * origin.
 */
export const ofOurPage = { origin: 'null', 'sec-fetch-site': 'same-origin' };

export type GrantFields = Partial<
  Record<
    | 'csrf_token'
    | 'shop_id'
    | 'app_id'
    | 'scopes'
    | 'granted_scopes'
    | 'state'
    | 'response_type'
    | 'code_challenge'
    | 'redirect_uri'
    | 'decision',
    string
  >
>;

export function press(
  service: TestService,
  fields: GrantFields,
  { cookie, headers }: { cookie: string; headers: Record<string, string> },
): Promise<Response> {
  return service.api.send('POST', '/oauth/grants', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    body: new URLSearchParams(fields as Record<string, string>).toString(),
  });
}
