import { isApiError, type Shop } from '@storewright/sdk';
import { withCredentials } from './credentials';
import { UsageError } from './failures';
import { type Session, sessionOf } from './session';
import type { Terminal } from './terminal';
import type { Installation } from './waiting';

export const installationOptions = { installation: { type: 'string' }, app: { type: 'string' } } as const;
export interface Meant {
  installation?: string | undefined;
  /** Id of the app whose installation is selected. Requires the session of a signed-in developer. */
  app?: string | undefined;
  'base-url'?: string | undefined;
}

/**
 * Returns the id of the selected installation. Returns undefined for the token of an app, because the API
 * then uses the app's own installation.
 */
export async function installationOf(
  shop: Shop,
  meant: Meant,
  terminal: Terminal,
): Promise<string | undefined> {
  if (meant.installation !== undefined) return meant.installation;
  if (meant.app !== undefined) return ofApp(meant.app, meant['base-url'], terminal);
  try {
    await shop.transport.send({ method: 'GET', path: '/api/installation' });
    return undefined;
  } catch (error) {
    // Ignores status 404, because an access token belongs to no installation.
    if (!isApiError(error, 'not_found')) throw error;
  }
  const streams = await shop.webhookStreams.list().toArray({ max: 100 });
  const living = streams.filter(({ state }) => state !== 'ended');
  if (living.length === 1) return living[0]!.id;
  if (living.length === 0) throw new UsageError('no app is installed in this shop.');
  throw new UsageError(
    `${living.length} apps are installed: name one with --app and its id (storewright apps list ` +
      'shows it), or an installation with --installation.',
  );
}

async function ofApp(app: string, baseUrl: string | undefined, terminal: Terminal): Promise<string> {
  const { STOREWRIGHT_BASE_URL: url } = withCredentials(terminal.environment, baseUrl);
  const domain = new URL(url!).hostname.split('.', 1)[0]!;
  const found = await livingIn(sessionOf(terminal), `/api/apps/${encodeURIComponent(app)}`, domain);
  if (!found) throw new UsageError(`that app is not installed in ${domain}.`);
  return found.id;
}

/**
 * Returns the app's active installation in the shop, or undefined. `path` is the API path of the app, and
 * `shop` is the domain of the shop.
 */
export async function livingIn(
  { send }: Session,
  path: string,
  shop: string,
): Promise<Installation | undefined> {
  const filter = `filter[status]=installed&filter[shop_domain]=${encodeURIComponent(shop)}`;
  const { document } = await send({ method: 'GET', path: `${path}/installations?${filter}` });
  return (document as { data: Installation[] }).data[0];
}

/**
 * Requests a webhook delivery to an installation. If `installation` is undefined, the delivery goes to the
 * token's own installation.
 */
export async function createDelivery(
  shop: Shop,
  installation: string | undefined,
  attributes: object,
): Promise<unknown> {
  const relationships =
    installation === undefined
      ? undefined
      : { installation: { data: { type: 'installations', id: installation } } };
  const { document } = await shop.transport.send({
    method: 'POST',
    path: '/api/webhook_deliveries',
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { data: { type: 'webhook_deliveries', attributes, relationships } },
    repeatable: true,
  });
  return document;
}
