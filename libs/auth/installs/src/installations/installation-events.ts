import type { Transaction } from '@storewright/database';
import { recordAuthEvent } from '@storewright/events';
import { installationColumns, installations, installationSource } from './installation.resource';

const read = `SELECT ${installationColumns} ${installationSource} AND i.id = $2`;

/** Writes the event of an installation under lock, as it is by now. The transaction's context is the shop. */
export async function recordInstallation(
  transaction: Transaction,
  { shop_id, id }: { shop_id: string; id: string },
  change: 'created' | 'scopes_changed' | 'uninstalled',
  changed: readonly string[] = [],
): Promise<void> {
  const [row] = await transaction.query({ text: read, values: [shop_id, id] });
  await recordAuthEvent(transaction, { shop_id, resource: installations, change, row: row!, changed });
}
