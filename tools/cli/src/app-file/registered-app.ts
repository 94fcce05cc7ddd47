import { ApiError, type Answer } from '@storewright/sdk';
import { Refused } from '../failures';
import { listed, type Session } from '../session';
import { type AppAttributes, suggestedValue } from './app-schema';

export interface RegisteredApp {
  id: string;
  attributes: Required<AppAttributes> & { name: string; scopes: readonly string[] };
  /** ETag of the app. An update sends it as `If-Match`. */
  etag: string | undefined;
}

/** Secrets of a new app. Only the response to the registration contains them. */
export interface NewSecrets {
  secret: string;
  webhook_secret: string;
}

interface Installation {
  attributes: { shop_domain: string; scopes: string[] };
}

export const pathOfApp = (id: string): string => `/api/apps/${encodeURIComponent(id)}`;

export async function findApp({ send }: Session, id: string): Promise<RegisteredApp> {
  return appIn(await send({ method: 'GET', path: pathOfApp(id) }));
}

/** Updates a registered app. Fails if the app was changed after this program read it. */
export async function changeApp(
  { send }: Session,
  { id, etag }: Pick<RegisteredApp, 'id' | 'etag'>,
  attributes: AppAttributes,
): Promise<RegisteredApp> {
  const body = { data: { type: 'apps', id, attributes } };
  const headers = { 'if-match': etag };
  return appIn(await explained(send({ method: 'PATCH', path: pathOfApp(id), headers, body }), attributes));
}

export async function createApp(
  { send }: Session,
  attributes: AppAttributes,
): Promise<{ app: RegisteredApp; secrets: NewSecrets }> {
  const body = { data: { type: 'apps', attributes } };
  const answer = await explained(send({ method: 'POST', path: '/api/apps', body }), attributes);
  return { app: appIn(answer), secrets: (answer.document as { meta: NewSecrets }).meta };
}

/** Returns the shops that installed the app, each with the scopes that its installation lacks. */
export async function shopsLacking(
  session: Session,
  id: string,
  scopes: readonly string[],
): Promise<{ domain: string; lacking: string[] }[]> {
  const shops = [];
  const path = `${pathOfApp(id)}/installations?filter[status]=installed&page[size]=100`;
  for await (const { attributes } of listed<Installation>(session, path))
    shops.push({
      domain: attributes.shop_domain,
      lacking: scopes.filter((scope) => !attributes.scopes.includes(scope)),
    });
  return shops;
}

function appIn({ document, headers }: Answer): RegisteredApp {
  const { data } = document as { data: Omit<RegisteredApp, 'etag'> };
  return { id: data.id, attributes: data.attributes, etag: headers.get('etag') ?? undefined };
}

/**
 * Adds a suggestion to an error about an unknown scope or event type. Adds the next step to a conflict error.
 */
async function explained(sent: Promise<Answer>, attributes: AppAttributes): Promise<Answer> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 412)
      throw new Refused(
        'the app was changed at the same time. Run the command again to see the new difference.',
      );
    const pointer = error.errors[0]?.source?.pointer ?? '';
    const [, field = '', at] = /^\/data\/attributes\/(\w+)\/(\d+)$/.exec(pointer) ?? [];
    const value = (attributes as Record<string, unknown>)[field];
    if (at === undefined || !Array.isArray(value)) throw error;
    throw new Refused(error.message + suggestedValue(field, String(value[Number(at)])));
  }
}
