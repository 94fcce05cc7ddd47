import { isApiError, type Shop } from '@storewright/sdk';
import { UsageError } from './failures';

/** The installation whose webhook is meant; undefined: that of the token itself, which is an app's. */
export async function installationOf(shop: Shop, given: string | undefined): Promise<string | undefined> {
  if (given !== undefined) return given;
  try {
    await shop.transport.send({ method: 'GET', path: '/api/installation' });
    return undefined;
  } catch (error) {
    // An access token is of no installation.
    if (!isApiError(error, 'not_found')) throw error;
  }
  const streams = await shop.webhookStreams.list().toArray({ max: 100 });
  const living = streams.filter(({ state }) => state !== 'ended');
  if (living.length === 1) return living[0]!.id;
  if (living.length === 0) throw new UsageError('no app with webhooks is installed in this shop.');
  throw new UsageError(
    `which installation? Name it with --installation: ${living.map(({ id }) => id).join(', ')}.`,
  );
}

/** Asks for something to be sent to the webhook of an installation (undefined: the token's own); gives the answer. */
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
