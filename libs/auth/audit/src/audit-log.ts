import { defineStatement, namedValues, type Transaction } from '@storewright/database';
import type { Language } from '@storewright/entities';
import { AuditEntry as StoredEntry } from '@storewright/entities';
import { Member } from '@storewright/people';
import { v7 as uuidv7 } from 'uuid';
import type { AuditKind } from './audit-kinds';
import { sendNotices } from './send-notices';

export interface AuditEntry {
  /** Of what may be told twice, so that it is there once. */
  id?: string;
  kind: AuditKind;
  /** Whose log it is: the shop's, or where there is none, the person's. */
  shop_id?: string;
  /** Who did it; none: an app did. */
  owner_id?: string;
  app_id?: string;
  /** Ids, names and scopes; never a token, nonce, password or secret. */
  detail?: Record<string, unknown>;
  /** None: the operator did it, by a command. */
  request_id?: string;
  /** The language of the mails about the entry, for recipients who have chosen none. It is not stored with the entry. */
  language?: Language | null;
}

const insert = defineStatement('audit-entry-insert', (source) =>
  source
    .createQueryBuilder()
    .insert()
    .into(StoredEntry)
    .values(namedValues('id', 'shop_id', 'owner_id', 'app_id', 'kind', 'detail', 'request_id')),
);

/**
 * Writes the entry, and stores the security notices about it (`securityNotices`), in the transaction of what it reports: all of these are there or none. The
 * transaction's context is that shop or person.
 */
export async function recordAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  await insertEntry(transaction, entry);
  await sendNotices(transaction, entry);
}

async function insertEntry(transaction: Transaction, entry: AuditEntry): Promise<void> {
  const {
    id = uuidv7(),
    kind,
    shop_id = null,
    owner_id = null,
    app_id = null,
    detail = {},
    request_id = null,
  } = entry;
  const values = { id, shop_id, owner_id, app_id, kind, request_id };
  await transaction.execute(insert, { ...values, detail: JSON.stringify(detail) });
}

/**
 * What gives or changes power in every shop that the person is a member of, such as a sign-in: each shop's log has it, and the person's own. The
 * person gets one notice. The transaction's context is that person.
 */
export async function recordOfPerson(
  transaction: Transaction,
  entry: Omit<AuditEntry, 'id' | 'shop_id' | 'owner_id'> & { owner_id: string },
): Promise<void> {
  const { owner_id } = entry;
  const memberships = await transaction.of(Member).findBy({ owner_id });
  for (const { shop_id } of memberships) await insertEntry(transaction, { ...entry, shop_id });
  await recordAudit(transaction, entry);
}
