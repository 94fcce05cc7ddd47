import type { Grant } from '@storewright/access';
import { type AuthDatabase, defineStatement, namedValues } from '@storewright/database';
import { AuditEntry } from '@storewright/entities';
import { v7 as uuidv7 } from 'uuid';

const insertEntry = defineStatement('archive-audit', (source) =>
  source
    .createQueryBuilder()
    .insert()
    .into(AuditEntry)
    .values(namedValues('id', 'shop_id', 'owner_id', 'app_id', 'kind', 'detail', 'request_id', 'actor')),
);

/**
 * Writes the audit log entry before the download of a customer's data. If the download fails, an entry
 * without a download is better than a download without an entry.
 */
export async function auditArchive(
  auth: AuthDatabase,
  { shop, kind, token_id, app_id }: Grant,
  { customer_id, request_id }: { customer_id: string; request_id: string },
): Promise<void> {
  const { id: shop_id, actor } = shop;
  const isPerson = actor?.type === 'person';
  const detail = { customer_id, by: actor?.type ?? kind, name: actor?.name ?? '', token_id };
  await auth.execute({ shop_id }, insertEntry, {
    ...{ id: uuidv7(), shop_id, kind: 'customers.archived', app_id: app_id ?? null, request_id },
    ...{ owner_id: isPerson ? actor.id : null, detail: JSON.stringify(detail) },
    actor: isPerson ? 'person' : app_id === undefined ? null : 'app',
  });
}
