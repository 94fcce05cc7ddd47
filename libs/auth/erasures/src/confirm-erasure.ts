import { recordAudit } from '@storewright/audit';
import type { AuthDatabase, Transaction } from '@storewright/database';
import { ApiError, type DocumentRow, isUuid, shown } from '@storewright/json-api';
import { ErasureRequest } from './erasure-request.entity';

/**
 * Confirmation by an app that it has erased the requested data. `shop_id` is present if the app authenticated
 * with a token of that shop, and limits the confirmation to erasures of the shop.
 */
export interface Confirmation {
  erasure_id: string;
  app_id: string;
  shop_id?: string | undefined;
  request_id: string;
}

const shopOf = { name: 'shop-of-erasure', text: 'SELECT auth.shop_of_erasure($1, $2) AS shop_id' };

/**
 * Records that an app erased the requested data and returns the receipt. A repeated confirmation returns the
 * first receipt. Throws 404 for an erasure that the app did not receive, so that no app can confirm for
 * another app.
 */
export async function confirmErasure(
  database: AuthDatabase,
  confirmation: Confirmation,
): Promise<DocumentRow> {
  const { erasure_id, app_id } = confirmation;
  if (!isUuid(erasure_id)) throw unknownErasure(erasure_id);
  const [found] = await database.query<{ shop_id: string | null }>(
    {},
    { ...shopOf, values: [erasure_id, app_id] },
  );
  const shop_id = found?.shop_id ?? undefined;
  const isForeign = confirmation.shop_id !== undefined && confirmation.shop_id !== shop_id;
  if (shop_id === undefined || isForeign) throw unknownErasure(erasure_id);
  return database.transaction({ shop_id }, (transaction) => confirm(transaction, shop_id, confirmation));
}

async function confirm(
  transaction: Transaction,
  shop_id: string,
  { erasure_id, app_id, request_id }: Confirmation,
): Promise<DocumentRow> {
  const requests = transaction.of(ErasureRequest);
  const where = { shop_id, erasure_id, app_id };
  const before = await requests.findOneOrFail({ where, lock: { mode: 'pessimistic_write' } });
  if (before.cancelled_at !== null) {
    throw new ApiError('illegal_transition', {
      detail: 'The app was installed again, which cancelled this erasure. Nothing needs to be confirmed.',
      source: { pointer: '/data/attributes/erasure_id' },
    });
  }
  if (before.confirmed_at === null) {
    await requests.update(where, { confirmed_at: () => 'now()', next_send_at: null });
    const { installation_id } = before;
    await recordAudit(transaction, {
      ...{ kind: 'erasures.confirmed', shop_id, app_id, request_id },
      detail: { erasure_id, installation_id },
    });
  }
  const { confirmed_at } = await requests.findOneByOrFail(where);
  return { id: erasure_id, erasure_id, shop_id, app_id, confirmed_at };
}

function unknownErasure(id: string): ApiError {
  return new ApiError('not_found', {
    detail: `The app received no erasure request "${shown(id)}". Send the webhook-id of the erasure event.`,
    source: { pointer: '/data/attributes/erasure_id' },
  });
}
