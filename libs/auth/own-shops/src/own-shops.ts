import { Inject, Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import type { OwnShopsSettings } from '@storewright/config';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { type Row, Shop } from '@storewright/entities';
import { recordAuthEvent } from '@storewright/events';
import {
  ApiError,
  checkPreconditionHeaders,
  etagOf,
  invalidAttribute,
  type ParsedResource,
  type Preconditions,
  refuseOthers,
  type DocumentRow,
} from '@storewright/json-api';
import { endTokensWithoutFactor, hasSecondFactor } from '@storewright/members';
import { lockPerson, Member } from '@storewright/people';
import type { SignedInOwner } from '@storewright/sessions';
import { contactColumns, shops } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import { type CreateShop, ownShops, type UpdateShop } from './own-shop.resource';
import { rejectUnknownTimeZone } from './time-zones';

export const OWN_SHOPS = Symbol('own shops');

export interface ShopTarget {
  id: string;
  by: SignedInOwner;
  ifMatch?: Preconditions | undefined;
}

/**
 * Matches an encoded domain label, which has hyphens in the third and fourth position (RFC 5890 §2.3.1). A
 * browser could display an encoded label like the domain of another shop.
 */
const ENCODED_LABEL = /^..--/;

@Injectable()
export class OwnShops {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(OWN_SHOPS) private readonly settings: OwnShopsSettings,
  ) {}

  /** Maximum numbers of shops and test shops that a person can create. 0 disables their creation. */
  get limits(): { shops: number; test_shops: number } {
    return { shops: this.settings.most, test_shops: this.settings.mostForTests };
  }

  async create(by: SignedInOwner, { attributes }: ParsedResource<CreateShop>): Promise<DocumentRow> {
    const { most } = this.settings;
    if (most === 0) throw limitReached(most, 'Only the operator can create shops on this platform.');
    rejectReservedDomain(this.settings, attributes.domain);
    await rejectUnknownTimeZone(this.database, attributes.time_zone);
    return this.database.transaction({ owner_id: by.id }, async (transaction) => {
      await lockPerson(transaction, by.id);
      const owned = await transaction
        .of(Member)
        .createQueryBuilder('m')
        .innerJoin(Shop, 's', 's.id = m.shop_id AND NOT s.is_test')
        .where({ owner_id: by.id, role: 'owner' })
        .getCount();
      if (owned >= most) throw limitReached(most, `You own ${owned} shops. The maximum is ${most}.`);
      const { domain, name, title, description, time_zone = 'UTC', currency_code = 'EUR' } = attributes;
      const texts = { name, title: title ?? name, description: description ?? '' };
      return insertShop(transaction, by, { domain, ...texts, time_zone, currency_code, is_test: false });
    });
  }

  /**
   * Changes attributes of a shop. A new name also becomes the title if the title was equal to the old name.
   */
  async change({ id, by, ifMatch }: ShopTarget, input: ParsedResource<UpdateShop>): Promise<DocumentRow> {
    const { attributes } = input;
    const support_email = attributes.support_email?.trim() ?? attributes.support_email;
    await rejectUnknownTimeZone(this.database, attributes.time_zone);
    return this.database.transaction({ shop_id: id }, async (transaction) => {
      const before = await lockShop(transaction, { id, ifMatch });
      refuseOthers(ownShops, input, before);
      const { name, title = before.title === before.name ? name : undefined } = attributes;
      const next = { ...before, ...withoutUndefined({ ...attributes, support_email, title }) };
      const changed = changeable.filter((each) => next[each] !== before[each]);
      if (changed.length === 0) return before;
      const row = await saveVersion(transaction, next);
      const visible = changed.filter((each) => !hidden.includes(each));
      if (visible.length > 0) await recordUpdate(transaction, by, { before, row, changed: visible });
      await announce(transaction, { shop_id: id });
      if (changed.includes('api_suspended')) await recordSuspension(transaction, by, row);
      if (changed.includes('second_factor_required')) await applyFactorRule(transaction, by, row);
      return row;
    });
  }

  /**
   * Sets the path of the shop logo, or removes the logo if `logo_url` is null. `store` stores the image in
   * the same transaction.
   */
  changeLogo(
    { id, by, ifMatch }: ShopTarget,
    logo_url: string | null,
    store: (transaction: Transaction) => Promise<void>,
  ): Promise<Row<Shop>> {
    return this.database.transaction({ shop_id: id }, async (transaction) => {
      const before = await lockShop(transaction, { id, ifMatch });
      if (before.logo_url === logo_url) return before;
      await store(transaction);
      const row = await saveVersion(transaction, { ...before, logo_url });
      await recordUpdate(transaction, by, { before, row, changed: ['logo_url'] });
      await announce(transaction, { shop_id: id });
      return row;
    });
  }
}

/** Locks a shop. Throws 412 if the version of the shop differs from `If-Match`. */
async function lockShop(
  transaction: Transaction,
  { id, ifMatch }: Pick<ShopTarget, 'id' | 'ifMatch'>,
): Promise<Row<Shop>> {
  const lock = { mode: 'for_no_key_update' } as const;
  const shop: Row<Shop> = await transaction.of(Shop).findOneOrFail({ where: { id }, lock });
  checkPreconditionHeaders(ifMatch, etagOf(shop));
  return shop;
}

/** Writes the audit log entry and the event for a changed shop. */
async function recordUpdate(
  transaction: Transaction,
  { id: owner_id, request_id, session_id: token_id }: SignedInOwner,
  { before, row, changed }: { before: Row<Shop>; row: Row<Shop>; changed: readonly Changed[] },
): Promise<void> {
  const shop_id = row.id;
  const detail = { changed, before: pick(before, changed), after: pick(row, changed) };
  await recordAudit(transaction, { kind: 'shops.updated', shop_id, owner_id, detail, request_id, token_id });
  await recordAuthEvent(transaction, { shop_id, resource: shops, change: 'updated', row, changed });
}

/**
 * Throws 422 if the shop would require a second factor that the person who makes the change does not have.
 * Must be the last call in a transaction, because it changes the row-level security context to each member.
 */
async function applyFactorRule(
  transaction: Transaction,
  { id: owner_id, request_id, session_id: token_id, browser_language: language }: SignedInOwner,
  { id: shop_id, second_factor_required: required }: Row<Shop>,
): Promise<void> {
  await recordAudit(transaction, {
    ...{ kind: 'shops.second_factor_changed', shop_id, owner_id, detail: { required } },
    ...{ request_id, token_id, language },
  });
  if (!required) return;
  if (!(await hasSecondFactor(transaction, owner_id)))
    throw invalidAttribute(
      'second_factor_required',
      'You cannot require a second factor that you do not have. Set up an authenticator app first.',
    );
  await endTokensWithoutFactor(transaction, shop_id);
}

/** Writes the audit log entry of a member who suspended or resumed all apps and access tokens of the shop. */
function recordSuspension(
  transaction: Transaction,
  { id: owner_id, request_id, session_id: token_id, browser_language: language }: SignedInOwner,
  { id: shop_id, api_suspended }: Row<Shop>,
): Promise<void> {
  const kind = api_suspended ? 'shops.api_suspended' : 'shops.api_resumed';
  return recordAudit(transaction, { kind, shop_id, owner_id, request_id, token_id, language });
}

const changeable = [
  ...(['name', 'title', 'description', 'time_zone', 'currency_code'] as const),
  ...contactColumns,
  'logo_url',
  ...(['second_factor_required', 'api_suspended'] as const),
] as const;
/**
 * Attributes of a shop with separate audit log entries. Changes of these attributes cause no event, because
 * apps cannot read them.
 */
const hidden: readonly Changed[] = ['second_factor_required', 'api_suspended'];
type Changed = (typeof changeable)[number];

const withoutUndefined = (values: UpdateShop): UpdateShop =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
const pick = (shop: Pick<Shop, Changed>, names: readonly Changed[]) =>
  Object.fromEntries(names.map((name) => [name, shop[name]]));

/** Saves a shop with the next version number. `updated_at` increases even if the clock was set back. */
async function saveVersion(transaction: Transaction, shop: Row<Shop>): Promise<Row<Shop>> {
  const { id } = shop;
  const next = {
    ...pick(shop, changeable),
    version: () => 'version + 1',
    updated_at: () => 'greatest(clock_timestamp(), updated_at + make_interval(secs => 0.000001))',
  };
  const { raw } = await transaction.of(Shop).update({ id }, next, { returning: ['version', 'updated_at'] });
  return { ...shop, ...(raw as [Pick<Shop, 'version' | 'updated_at'>])[0] };
}

/** Throws for a domain that people cannot choose: a reserved domain or an encoded label (RFC 5890). */
export function rejectReservedDomain({ reservedDomains }: OwnShopsSettings, domain: string): void {
  if (ENCODED_LABEL.test(domain) || reservedDomains.includes(domain))
    throw invalidAttribute('domain', `domain "${domain}" is reserved for the platform. Choose another one.`);
}

/** Initial values of a new shop that the request cannot set. */
const NEW_SHOP_VALUES = {
  ...{ support_email: null, support_phone: null, address: null, logo_url: null },
  ...{ second_factor_required: false, api_suspended: false },
};

/**
 * Creates a shop with its owner and an audit log entry. Changes the row-level security context to the shop.
 */
export async function insertShop(
  transaction: Transaction,
  { id: owner_id, request_id, session_id: token_id }: SignedInOwner,
  given: Pick<Shop, 'domain' | 'is_test' | Exclude<Changed, keyof typeof NEW_SHOP_VALUES>>,
): Promise<DocumentRow & { id: string }> {
  const id = uuidv7();
  const shop = { ...given, ...NEW_SHOP_VALUES };
  const insert = transaction.of(Shop).createQueryBuilder().insert();
  const { raw } = await insert
    .values({ id, ...shop })
    .orIgnore()
    .updateEntity(false)
    .returning('version, updated_at')
    .execute();
  const [created] = raw as Pick<Shop, 'version' | 'updated_at'>[];
  if (!created) throw domainTaken(shop.domain);
  transaction.enter({ shop_id: id });
  await transaction.of(Member).insert({ shop_id: id, owner_id, role: 'owner' });
  const { domain, name, is_test } = shop;
  const detail = { domain, name, ...(is_test && { is_test }) };
  const who = { owner_id, request_id, token_id };
  await recordAudit(transaction, { kind: 'shops.created', shop_id: id, detail, ...who });
  return { id, ...shop, ...created };
}

function domainTaken(domain: string): ApiError {
  return new ApiError('already_exists', {
    detail: `A shop with the domain "${domain}" exists. Choose another domain.`,
    source: { pointer: '/data/attributes/domain' },
    meta: { attribute: 'domain' },
  });
}

export function limitReached(limit: number, detail: string): ApiError {
  return new ApiError('shop_limit_reached', { detail, meta: { limit } });
}
