import type { Transaction } from '@storewright/database';
import { App, type Row } from '@storewright/entities';
import { isUuid, notFound, type Preconditions } from '@storewright/json-api';
import type { SignedInOwner } from '@storewright/sessions';
import { IsNull } from 'typeorm';

/** An app of a developer, and the version of its listing that the client sent in `If-Match`. */
export interface Target {
  owner: SignedInOwner;
  id: string;
  ifMatch?: Preconditions | undefined;
}

/** Returns an app of the developer. Throws 404 for an app of another developer. */
export const findOwnApp = (transaction: Transaction, target: Target): Promise<Row<App>> =>
  readOwnApp(transaction, target);

/**
 * Locks an app of the developer until the transaction ends, so that concurrent changes of the app's listing
 * run one after the other.
 */
export const lockOwnApp = (transaction: Transaction, target: Target): Promise<Row<App>> =>
  readOwnApp(transaction, target, { mode: 'for_no_key_update' });

async function readOwnApp(
  transaction: Transaction,
  { owner: { id: owner_id }, id }: Target,
  lock?: { mode: 'for_no_key_update' },
): Promise<Row<App>> {
  const where = { id, owner_id, deleted_at: IsNull() };
  const app: Row<App> | null = isUuid(id)
    ? await transaction.of(App).findOne({ where, ...(lock && { lock }) })
    : null;
  if (!app) throw notFound('apps', id);
  return app;
}
