import { Inject, Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import type { OwnShopsSettings } from '@storewright/config';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { type Row as StoredRow, Shop } from '@storewright/entities';
import { recordAuthEvent } from '@storewright/events';
import {
  ApiError,
  checkPreconditionHeaders,
  etagOf,
  invalidAttribute,
  type ParsedResource,
  type Preconditions,
  refuseOthers,
  type Row,
} from '@storewright/json-api';
import { lockPerson, Member } from '@storewright/people';
import type { SignedInOwner } from '@storewright/sessions';
import { shops } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import { type CreateShop, ownShops, type UpdateShop } from './own-shop.resource';
import { refuseUnknownTimeZone } from './time-zones';

export const OWN_SHOPS = Symbol('own shops');

/** Two letters and two hyphens: what stands behind is read as other letters (RFC 5890 §2.3.1), which look like those of somebody else's shop. */
const encoded = /^..--/;

/** Shops that people create by themselves, as many as the operator allows. */
@Injectable()
export class OwnShops {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(OWN_SHOPS) private readonly settings: OwnShopsSettings,
  ) {}

  /** How many a person may have of each. */
  get limits(): { shops: number; test_shops: number } {
    return { shops: this.settings.most, test_shops: this.settings.mostForTests };
  }

  async create(by: SignedInOwner, { attributes }: ParsedResource<CreateShop>): Promise<Row> {
    const { most } = this.settings;
    if (most === 0) throw limitReached(most, 'The operator of this platform makes the shops.');
    refuseReserved(this.settings, attributes.domain);
    await refuseUnknownTimeZone(this.database, attributes.time_zone);
    return this.database.transaction({ owner_id: by.id }, async (transaction) => {
      await lockPerson(transaction, by.id);
      const owned = await transaction
        .of(Member)
        .createQueryBuilder('m')
        .innerJoin(Shop, 's', 's.id = m.shop_id AND NOT s.is_test')
        .where({ owner_id: by.id, role: 'owner' })
        .getCount();
      if (owned >= most) throw limitReached(most, `You own ${owned} shops; a person may own ${most}.`);
      const { domain, name, title, description, time_zone = 'UTC', currency_code = 'EUR' } = attributes;
      const texts = { name, title: title ?? name, description: description ?? '' };
      return insertShop(transaction, by, { domain, ...texts, time_zone, currency_code, is_test: false });
    });
  }

  /** What its people change; in force on every instance within a second. A title that is the name goes along with it. */
  async change(
    { id, by, ifMatch }: { id: string; by: SignedInOwner; ifMatch?: Preconditions | undefined },
    input: ParsedResource<UpdateShop>,
  ): Promise<Row> {
    const { attributes } = input;
    await refuseUnknownTimeZone(this.database, attributes.time_zone);
    return this.database.transaction({ shop_id: id }, async (transaction) => {
      const lock = { mode: 'for_no_key_update' } as const;
      const before: StoredRow<Shop> = await transaction.of(Shop).findOneOrFail({ where: { id }, lock });
      checkPreconditionHeaders(ifMatch, etagOf(before));
      refuseOthers(ownShops, input, before);
      const { name, title = before.title === before.name ? name : undefined } = attributes;
      const next = { ...before, ...defined({ ...attributes, title }) };
      const changed = changeable.filter((each) => next[each] !== before[each]);
      if (changed.length === 0) return before;
      const row = await saved(transaction, next);
      const detail = { changed, before: only(before, changed), after: only(row, changed) };
      const { id: owner_id, request_id } = by;
      await recordAudit(transaction, { kind: 'shops.updated', shop_id: id, owner_id, detail, request_id });
      await recordAuthEvent(transaction, { shop_id: id, resource: shops, change: 'updated', row, changed });
      await announce(transaction, { shop_id: id });
      return row;
    });
  }
}

const changeable = ['name', 'title', 'description', 'time_zone', 'currency_code'] as const;
type Changed = (typeof changeable)[number];

const defined = (values: UpdateShop): UpdateShop =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
const only = (shop: Pick<Shop, Changed>, names: readonly Changed[]) =>
  Object.fromEntries(names.map((name) => [name, shop[name]]));

/** The next version, later than the one before whatever the clock says. */
async function saved(transaction: Transaction, shop: StoredRow<Shop>): Promise<StoredRow<Shop>> {
  const { id, name, title, description, time_zone, currency_code } = shop;
  const next = {
    ...{ name, title, description, time_zone, currency_code },
    version: () => 'version + 1',
    updated_at: () => 'greatest(clock_timestamp(), updated_at + make_interval(secs => 0.000001))',
  };
  const { raw } = await transaction.of(Shop).update({ id }, next, { returning: ['version', 'updated_at'] });
  return { ...shop, ...(raw as [Pick<Shop, 'version' | 'updated_at'>])[0] };
}

/** Rejects domains that people cannot choose for a shop. */
export function refuseReserved({ reservedDomains }: OwnShopsSettings, domain: string): void {
  if (encoded.test(domain) || reservedDomains.includes(domain))
    throw invalidAttribute('domain', `domain "${domain}" is reserved for the platform. Choose another one.`);
}

/** A new shop with its owner, and the entry in its log. The transaction is in the context of the shop from now on. */
export async function insertShop(
  transaction: Transaction,
  { id: owner_id, request_id }: SignedInOwner,
  shop: Pick<Shop, 'domain' | 'is_test' | Changed>,
): Promise<Row & { id: string }> {
  const id = uuidv7();
  const insert = transaction.of(Shop).createQueryBuilder().insert();
  const { raw } = await insert
    .values({ id, ...shop })
    .orIgnore()
    .updateEntity(false)
    .returning('version, updated_at')
    .execute();
  const [made] = raw as Pick<Shop, 'version' | 'updated_at'>[];
  if (!made) throw taken(shop.domain);
  transaction.enter({ shop_id: id });
  await transaction.of(Member).insert({ shop_id: id, owner_id, role: 'owner' });
  const { domain, name, is_test } = shop;
  const detail = { domain, name, ...(is_test && { is_test }) };
  await recordAudit(transaction, { kind: 'shops.created', shop_id: id, owner_id, detail, request_id });
  return { id, ...shop, ...made };
}

function taken(domain: string): ApiError {
  return new ApiError('already_exists', {
    detail: `There is a shop with the domain "${domain}"; choose another one.`,
    source: { pointer: '/data/attributes/domain' },
    meta: { attribute: 'domain' },
  });
}

export function limitReached(limit: number, detail: string): ApiError {
  return new ApiError('shop_limit_reached', { detail, meta: { limit } });
}
