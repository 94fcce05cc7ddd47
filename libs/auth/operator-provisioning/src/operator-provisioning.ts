import { announce } from '@storewright/access';
import { endAccessOf } from '@storewright/accounts';
import { recordOfPerson } from '@storewright/audit';
import type { Database, Transaction } from '@storewright/database';
import { Shop } from '@storewright/entities';
import { recordAuthEvent } from '@storewright/events';
import { isCurrency } from '@storewright/money';
import { problemOfTimeZone } from '@storewright/own-shops';
import { Member, Owner, emailCredential, emailKey, hashPassword, isPassword } from '@storewright/people';
import { Passkey, TotpDevice } from '@storewright/second-factors';
import { contactColumns, shops, type ShownShop } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';

/**
 * Operator commands for people and shops. Every command is idempotent: it brings an existing object to the requested
 * state.
 */

/**
 * Creates a person, or updates the name and password of an existing person, and returns the id. A changed
 * password ends all sessions. The password must satisfy `problemOfPassword`.
 */
export async function upsertOwner(
  database: Database,
  person: { email: string; name: string; password: string },
): Promise<string> {
  const newId = uuidv7();
  const { email, name, password } = person;
  const password_hash = await hashPassword(password);
  return database.transaction({ credential: emailCredential(email) }, async (transaction) => {
    const { raw } = await transaction
      .of(Owner)
      .createQueryBuilder()
      .insert()
      .values({ id: newId, email, email_key: emailKey(email), name, password_hash, updated_at: clock })
      .orUpdate(['name', 'updated_at'], ['email_key'])
      .updateEntity(false)
      .returning('id, password_hash')
      .execute();
    const [owner] = raw as [Pick<Owner, 'id' | 'password_hash'>];
    if (owner.id !== newId && !(await isPassword(owner.password_hash, password)))
      await resetPassword(transaction, owner.id, password_hash);
    return owner.id;
  });
}

async function resetPassword(transaction: Transaction, id: string, password_hash: string): Promise<void> {
  transaction.enter({ owner_id: id });
  await transaction.of(Owner).update({ id }, { password_hash });
  await endAccessOf(transaction, id);
  const detail = { by: 'the operator' };
  await recordOfPerson(transaction, { kind: 'owners.password_changed', owner_id: id, detail });
}

/**
 * Removes a person's second factors (TOTP, recovery codes, passkeys) and ends all sessions of the person.
 * Throws if no account has the email address.
 */
export async function resetSecondFactors(database: Database, email: string): Promise<void> {
  await database.transaction({ credential: emailCredential(email) }, async (transaction) => {
    const owner = await transaction.of(Owner).findOneBy({ email_key: emailKey(email) });
    if (!owner) throw new Error(`no person has the email ${email}`);
    const { id: owner_id } = owner;
    transaction.enter({ owner_id });
    await transaction.of(TotpDevice).delete({ owner_id });
    await transaction.of(Passkey).delete({ owner_id });
    await endAccessOf(transaction, owner_id);
    await recordOfPerson(transaction, { kind: 'second_factors.reset', owner_id });
  });
}

export interface ShopDetails {
  domain: string;
  name: string;
  title: string;
  description: string;
  ownerEmail: string;
  /** Domains that a new shop cannot have. An existing shop keeps its domain. */
  reservedDomains?: readonly string[];
  /**
   * IANA time zone. Defaults to the time zone of an existing shop, and to UTC for a new shop. Throws if the
   * time zone is unknown.
   */
  timeZone?: string;
  /** ISO 4217 currency code. Defaults to the currency of an existing shop, and to EUR for a new shop. */
  currency?: string;
}

/**
 * Creates or updates the shop with this domain, makes the person an owner, and returns the id of the shop. Throws if
 * no account has the owner's email address.
 */
export async function upsertShop(database: Database, details: ShopDetails): Promise<string> {
  const { ownerEmail, timeZone, currency, reservedDomains = [], ...texts } = details;
  const problem = timeZone === undefined ? undefined : await problemOfTimeZone(database, timeZone);
  if (problem !== undefined) throw new Error(`"${timeZone}" ${problem}`);
  if (currency !== undefined && !isCurrency(currency))
    throw new Error(`"${currency}" is not an ISO 4217 currency such as EUR`);
  const shop = {
    ...texts,
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(currency !== undefined && { currency_code: currency }),
  };
  return database.transaction({ credential: emailCredential(ownerEmail) }, async (transaction) => {
    const owner = await transaction.of(Owner).findOneBy({ email_key: emailKey(ownerEmail) });
    if (!owner) throw new Error(`no person has the email ${ownerEmail}: create the owner first`);
    const { domain } = details;
    if (reservedDomains.includes(domain) && !(await transaction.of(Shop).existsBy({ domain })))
      throw new Error(
        `the domain ${domain} is reserved for the platform (RESERVED_DOMAINS): choose another one`,
      );
    const { raw } = await transaction
      .of(Shop)
      .createQueryBuilder()
      .insert()
      .values({ id: uuidv7(), ...shop, updated_at: clock })
      .orUpdate([...Object.keys(shop).filter((name) => name !== 'domain'), 'updated_at'], ['domain'])
      .updateEntity(false)
      .returning(shopBeforeAndAfter)
      .execute();
    const shop_id = await recordChange(transaction, (raw as ChangedShop[])[0]!);
    const owned = transaction
      .of(Member)
      .createQueryBuilder()
      .insert()
      .values({ shop_id, owner_id: owner.id, role: 'owner' });
    await owned.orIgnore().updateEntity(false).execute();
    return shop_id;
  });
}

/**
 * Suspends or reactivates a shop. The change takes effect on every instance within a second. Throws if no
 * shop has the domain.
 */
export async function setShopStatus(
  database: Database,
  domain: string,
  status: 'active' | 'suspended',
): Promise<void> {
  await database.transaction({}, async (transaction) => {
    const { raw } = await transaction
      .of(Shop)
      .createQueryBuilder()
      .update({ status, updated_at: clock })
      .where({ domain })
      .returning(shopBeforeAndAfter)
      .execute();
    const [shop] = raw as ChangedShop[];
    if (!shop) throw new Error(`no shop has the domain ${domain}`);
    await recordChange(transaction, shop);
  });
}

const clock = () => 'clock_timestamp()';

const changeable = ['name', 'title', 'description', 'time_zone', 'currency_code', 'status'] as const;
const shopBeforeAndAfter = [
  'id',
  'domain',
  ...contactColumns,
  'logo_url',
  ...changeable.flatMap((each) => [each, `old.${each} AS old_${each}`]),
].join(', ');
type ChangedShop = ShownShop &
  Pick<Shop, 'status'> & {
    /** null for a new shop. */
    [Column in (typeof changeable)[number] as `old_${Column}`]: Shop[Column] | null;
  };

/**
 * Writes an event for apps if a value of the shop has changed, and returns the id of the shop. Changes the
 * row-level security context to the shop.
 */
async function recordChange(transaction: Transaction, row: ChangedShop): Promise<string> {
  const shop_id = row.id;
  transaction.enter({ shop_id });
  const changed = changeable.filter((each) => ![null, row[each]].includes(row[`old_${each}`]));
  if (changed.length) {
    await transaction.of(Shop).update({ id: shop_id }, { version: () => 'version + 1' });
    await recordAuthEvent(transaction, { shop_id, resource: shops, change: 'updated', row, changed });
    await announce(transaction, { shop_id });
  }
  return shop_id;
}
