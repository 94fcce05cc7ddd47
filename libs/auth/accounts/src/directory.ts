import { announce } from '@storewright/access';
import type { Database, Transaction } from '@storewright/database';
import { recordAuthEvent } from '@storewright/events';
import type { Row } from '@storewright/json-api';
import { shopColumns, shops } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import { recordOfPerson } from './audit/audit-log';
import { emailKey } from './owners/email';
import { hashPassword, isPassword } from './owners/passwords';
import { endSessionsOf } from './sessions/sessions';

/** The directory of shops and people as the operator keeps it. Each of these may be repeated: what is there already is brought to the wanted state. */

/**
 * A person with this password, which keeps to `problemOfPassword`. An existing one gets the name; where the password is another one, that too, and
 * the sessions end. Returns the id.
 */
export async function putOwner(
  database: Database,
  given: { email: string; name: string; password: string },
): Promise<string> {
  const made = uuidv7();
  const password_hash = await hashPassword(given.password);
  return database.transaction({}, async (transaction) => {
    const [row] = await transaction.query({
      text: `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (email_key) DO UPDATE SET name = EXCLUDED.name, updated_at = clock_timestamp() RETURNING id, password_hash`,
      values: [made, given.email, emailKey(given.email), given.name, password_hash],
    });
    const owner = row as unknown as { id: string; password_hash: string };
    if (owner.id !== made && !(await isPassword(owner.password_hash, given.password)))
      await resetPassword(transaction, owner.id, password_hash);
    return owner.id;
  });
}

async function resetPassword(transaction: Transaction, owner_id: string, hash: string): Promise<void> {
  await transaction.enter({ owner_id });
  const text = 'UPDATE auth.owners SET password_hash = $2 WHERE id = $1';
  await transaction.query({ text, values: [owner_id, hash] });
  await endSessionsOf(transaction, owner_id);
  const detail = { by: 'the operator' };
  await recordOfPerson(transaction, { kind: 'owners.password_changed', owner_id, detail });
}

export interface ShopDetails {
  domain: string;
  name: string;
  title: string;
  description: string;
  ownerEmail: string;
}

/** A shop at this domain, owned by this person. Returns the id. Throws where nobody has the email. */
export async function putShop(database: Database, { ownerEmail, ...shop }: ShopDetails): Promise<string> {
  return database.transaction({}, async (transaction) => {
    const [owner] = await transaction.query({
      text: 'SELECT id FROM auth.owners WHERE email_key = $1',
      values: [emailKey(ownerEmail)],
    });
    if (!owner) throw new Error(`nobody has the email ${ownerEmail}: make the owner first`);
    const [row] = await transaction.query({
      text: `INSERT INTO auth.shops AS s (id, domain, name, title, description) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (domain) DO UPDATE SET name = EXCLUDED.name, title = EXCLUDED.title, description = EXCLUDED.description,
               updated_at = clock_timestamp()
             RETURNING ${shopColumns}, ${changedOf('name', 'title', 'description')}`,
      values: [uuidv7(), shop.domain, shop.name, shop.title, shop.description],
    });
    const shop_id = String(row!['id']);
    await transaction.enter({ shop_id });
    await recordChange(transaction, row!);
    await transaction.query({
      text: 'INSERT INTO auth.shop_owners (shop_id, owner_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [shop_id, owner['id']],
    });
    return shop_id;
  });
}

/** Closes or opens a shop's API; in force on every instance within a second. Throws where no shop has the domain. */
export async function setShopStatus(
  database: Database,
  domain: string,
  status: 'active' | 'suspended',
): Promise<void> {
  await database.transaction({}, async (transaction: Transaction) => {
    const [shop] = await transaction.query({
      text: `UPDATE auth.shops s SET status = $2, updated_at = clock_timestamp() WHERE domain = $1
             RETURNING ${shopColumns}, ${changedOf('status')}`,
      values: [domain, status],
    });
    if (!shop) throw new Error(`no shop has the domain ${domain}`);
    const shop_id = String(shop['id']);
    await transaction.enter({ shop_id });
    await recordChange(transaction, shop);
    await announce(transaction, { shop_id });
  });
}

/** The names of those columns that have another value than before; of a new shop none. */
function changedOf(...columns: string[]): string {
  const each = columns.map(
    (column) => `CASE WHEN old.id IS NOT NULL AND old.${column} <> new.${column} THEN '${column}' END`,
  );
  return `array_remove(ARRAY[${each.join()}]::text[], NULL) AS changed`;
}

async function recordChange(transaction: Transaction, row: Row): Promise<void> {
  const [shop_id, changed] = [String(row['id']), row['changed'] as string[]];
  if (changed.length === 0) return;
  await recordAuthEvent(transaction, { shop_id, resource: shops, change: 'updated', row, changed });
}
