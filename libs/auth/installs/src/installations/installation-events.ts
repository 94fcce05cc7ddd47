import type { Transaction } from '@storewright/database';
import { Installation } from '@storewright/entities';
import { recordAuthEvent } from '@storewright/events';
import { installations } from './installation.resource';
import { readInstallation } from './installation-rows';

/**
 * Writes the event of a locked installation with its current state. The transaction must run in the row-level
 * security context of the shop.
 */
export async function recordInstallation(
  transaction: Transaction,
  { shop_id, id, issuer }: Pick<Installation, 'shop_id' | 'id'> & { issuer: string },
  change: 'created' | 'scopes_changed' | 'uninstalled',
  changed: readonly string[] = [],
): Promise<void> {
  const row = await readInstallation({ shop_id, id }, transaction.of(Installation), issuer);
  await recordAuthEvent(transaction, { shop_id, resource: installations, change, row: row!, changed });
}
