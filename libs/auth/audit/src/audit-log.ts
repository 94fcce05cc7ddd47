import { defineStatement, namedValues, type Transaction } from '@storewright/database';
import type { Language } from '@storewright/entities';
import { AuditEntry as StoredEntry } from '@storewright/entities';
import { Member } from '@storewright/people';
import { v7 as uuidv7 } from 'uuid';
import type { AuditKind } from './audit-kinds';
import { type Actor, actorOf } from './actor';
import { notifyOfEntry } from './notifications';
import { sendNotices } from './send-notices';

export interface AuditEntry {
  /** Id of the entry. Set by callers that may write the entry twice, so that the log contains only one. */
  id?: string;
  kind: AuditKind;
  /** The shop whose audit log gets the entry. If absent, the audit log of the person gets the entry. */
  shop_id?: string;
  /** The person who acted. Absent if an app acted. */
  owner_id?: string;
  app_id?: string;
  /**
   * Ids, names and scopes that describe the change. Must not contain tokens, nonces, passwords or secrets.
   */
  detail?: Record<string, unknown>;
  /** Kind of the actor, if the other members do not tell it. */
  actor?: Actor;
  /** Id of the OAuth token or session with which the actor sent the request. */
  token_id?: string | undefined;
  /** Id of the request. Absent if the operator ran a command, or the platform acted itself. */
  request_id?: string;
  /** Language of the mails about the entry, for recipients who have chosen none. It is not stored with the entry. */
  language?: Language | null;
}

const insert = defineStatement('audit-entry-insert', (source) =>
  source
    .createQueryBuilder()
    .insert()
    .into(StoredEntry)
    .values(
      namedValues('id', 'shop_id', 'owner_id', 'app_id', 'kind', 'detail', 'request_id', 'actor', 'token_id'),
    ),
);

/**
 * Writes an audit entry and queues its security notices in the transaction of the change. The context of the
 * transaction must be that shop or person.
 */
export async function recordAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  await insertEntry(transaction, entry);
  await sendNotices(transaction, entry);
  await notifyOfEntry(transaction, entry);
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
    token_id = null,
  } = entry;
  const values = {
    id,
    shop_id,
    owner_id,
    app_id,
    kind,
    request_id,
    token_id,
    actor: entry.actor ?? actorOf(entry),
  };
  await transaction.execute(insert, { ...values, detail: JSON.stringify(detail) });
}

/**
 * Writes an entry that concerns all shops of a person, such as a sign-in, into the log of the person and of each shop.
 * The person gets one notice. The context of the transaction must be that person.
 */
export async function recordOfPerson(
  transaction: Transaction,
  entry: Omit<AuditEntry, 'id' | 'shop_id' | 'owner_id'> & { owner_id: string },
): Promise<void> {
  const { owner_id } = entry;
  // The chains of the shops are locked in the order of the entries.
  const memberships = await transaction.of(Member).find({ where: { owner_id }, order: { shop_id: 'ASC' } });
  for (const { shop_id } of memberships) await insertEntry(transaction, { ...entry, shop_id });
  await recordAudit(transaction, entry);
}
