import { Inject, Injectable } from '@nestjs/common';
import type { OwnShopsSettings } from '@storewright/config';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { Member, Owner, Shop } from '@storewright/entities';
import { ApiError, invalidAttribute, type ParsedResource, type Row } from '@storewright/json-api';
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../audit/audit-log';
import type { SignedInOwner } from '../sessions/signed-in';
import type { CreateShop } from './own-shop.resource';

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
    return this.database.transaction({ owner_id: by.id }, async (transaction) => {
      await holdPerson(transaction, by.id);
      const owned = await transaction
        .of(Member)
        .createQueryBuilder('m')
        .innerJoin(Shop, 's', 's.id = m.shop_id AND NOT s.is_test')
        .where({ owner_id: by.id, role: 'owner' })
        .getCount();
      if (owned >= most) throw limitReached(most, `You own ${owned} shops; a person may own ${most}.`);
      const { domain, name, title, description } = attributes;
      const shop = { domain, name, title: title ?? name, description: description ?? '', is_test: false };
      return insertShop(transaction, by, shop);
    });
  }
}

/** Of what people choose by themselves. */
export function refuseReserved({ reservedDomains }: OwnShopsSettings, domain: string): void {
  if (encoded.test(domain) || reservedDomains.includes(domain))
    throw invalidAttribute('domain', 'domain is one that is not kept for the platform itself.');
}

/** Until the transaction ends nobody else creates a shop for this person. */
export async function holdPerson(transaction: Transaction, id: string): Promise<void> {
  const lock = { mode: 'for_no_key_update' } as const;
  await transaction.of(Owner).findOneOrFail({ where: { id }, lock });
}

/** A new shop with its owner, and the entry in its log. The transaction is in the context of the shop from now on. */
export async function insertShop(
  transaction: Transaction,
  { id: owner_id, request_id }: SignedInOwner,
  shop: Pick<Shop, 'domain' | 'name' | 'title' | 'description' | 'is_test'>,
): Promise<Row & { id: string }> {
  const id = uuidv7();
  const insert = transaction.of(Shop).createQueryBuilder().insert();
  const { raw } = await insert
    .values({ id, ...shop })
    .orIgnore()
    .updateEntity(false)
    .returning('id')
    .execute();
  if ((raw as object[]).length === 0) throw taken(shop.domain);
  await transaction.enter({ shop_id: id });
  await transaction.of(Member).insert({ shop_id: id, owner_id, role: 'owner' });
  const { domain, name, is_test } = shop;
  const detail = { domain, name, ...(is_test && { is_test }) };
  await recordAudit(transaction, { kind: 'shops.created', shop_id: id, owner_id, detail, request_id });
  return { id, ...shop };
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
