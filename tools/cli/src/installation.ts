import { isApiError, type Shop } from '@storewright/sdk';
import { UsageError } from './options';

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

/** What a request says of whose webhook is meant. */
export function relationshipsOf(installation: string | undefined): object {
  if (installation === undefined) return {};
  return { relationships: { installation: { data: { type: 'installations', id: installation } } } };
}
