import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import type { OwnShopsSettings } from '@storewright/config';
import { AuthDatabase, listing, readPage, type Transaction } from '@storewright/database';
import { Shop, TestShop } from '@storewright/entities';
import {
  ApiError,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { lockPerson } from '@storewright/people';
import type { SignedInOwner } from '@storewright/sessions';
import { baseUrlOf } from '@storewright/tenancy';
import { Not, type Repository, type SelectQueryBuilder } from 'typeorm';
import { insertShop, limitReached, OWN_SHOPS, rejectReservedDomain } from '../own-shops';
import type { CreateTestShop } from './test-shop.resource';

export const SHOP_URL = Symbol('shop url');

/**
 * Test shops of app developers. The auth API only stores requests to create, reset or delete a test shop. The
 * shop API executes these requests, because it can write shop data (docs/adr/test-shops.md).
 */
@Injectable()
export class TestShops {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(TestShop, 'auth') private readonly testShops: Repository<TestShop>,
    @Inject(OWN_SHOPS) private readonly settings: OwnShopsSettings,
    @Inject(SHOP_URL) private readonly shopUrl: string,
  ) {}

  async list({ id: owner_id }: SignedInOwner, query: ListQuery): Promise<Page> {
    const { domain } = query.filters;
    const own = testShopsOf(owner_id, this.testShops);
    if (domain !== undefined) own.andWhere('s.domain = :domain', { domain });
    const read = listing(own, { id: 't.shop_id', domain: 's.domain', name: 's.name' });
    const page = await readPage((statement) => this.database.query({ owner_id }, statement), read, query);
    return { ...page, rows: page.rows.map((row) => this.shown(row)) };
  }

  async find({ id: owner_id }: SignedInOwner, id: string): Promise<DocumentRow> {
    return this.shown(await findTestShop(owner_id, id, this.database.of({ owner_id }, this.testShops)));
  }

  /** Creates a test shop. A test shop counts towards the maximum number until its deletion is complete. */
  create(by: SignedInOwner, { attributes }: ParsedResource<CreateTestShop>): Promise<DocumentRow> {
    const { domain, name } = attributes;
    const most = this.settings.mostForTests;
    const owner_id = by.id;
    return this.database.transaction({ owner_id }, async (transaction) => {
      if (most === 0)
        throw limitReached(most, 'Test shops are disabled on this platform. Ask the operator to allow them.');
      rejectReservedDomain(this.settings, domain);
      await lockPerson(transaction, owner_id);
      const had = await transaction.of(this.testShops).countBy({ owner_id });
      if (had >= most) throw limitReached(most, `You have ${had} test shops. The maximum is ${most}.`);
      const shop = {
        domain,
        name,
        title: name,
        description: '',
        time_zone: 'UTC',
        currency_code: 'EUR',
        is_test: true,
      };
      const { id: shop_id } = await insertShop(transaction, by, shop);
      await transaction.of(this.testShops).insert({ shop_id, owner_id, status: 'preparing' });
      await announce(transaction, { shop_id });
      return this.shown(await findTestShop(owner_id, shop_id, transaction.of(this.testShops)));
    });
  }

  /** Requests that the shop API replaces the data of a test shop. Installations and tokens stay. */
  reset(by: SignedInOwner, id: string): Promise<DocumentRow> {
    return this.request(by, id, 'resetting', async (transaction, { id: shop_id, domain, name }) => {
      const detail = { domain, name };
      const { id: owner_id, request_id, session_id: token_id } = by;
      const who = { owner_id, request_id, token_id };
      await recordAudit(transaction, { kind: 'test_shops.reset', shop_id, detail, ...who });
    });
  }

  /** Suspends a test shop immediately. A background job then deletes the test shop with its data. */
  async delete(by: SignedInOwner, id: string): Promise<void> {
    await this.request(by, id, 'removing', async (transaction, { id: shop_id, domain, name }) => {
      await transaction.of(Shop).update({ id: shop_id }, { status: 'suspended', updated_at: () => 'now()' });
      const detail = { shop_id, domain, name };
      const { id: owner_id, request_id, session_id: token_id } = by;
      const who = { owner_id, request_id, token_id };
      await recordAudit(transaction, { kind: 'test_shops.deleted', detail, ...who });
    });
  }

  /**
   * Sets the requested status of a test shop. A reset does nothing while the shop is being filled, and throws
   * while the shop is being deleted.
   */
  private request(
    { id: owner_id }: SignedInOwner,
    id: string,
    status: 'resetting' | 'removing',
    onChange: (transaction: Transaction, shop: { id: string; domain: string; name: string }) => Promise<void>,
  ): Promise<DocumentRow> {
    return this.database.transaction({ owner_id }, async (transaction) => {
      const rows = transaction.of(this.testShops);
      const testShop = await findTestShop(owner_id, id, rows);
      const from = status === 'resetting' ? 'ready' : Not('removing');
      const next = { status, requested_at: () => 'clock_timestamp()' } as const;
      const shop_id = testShop.id;
      const { affected } = await rows.update({ shop_id, owner_id, status: from as 'ready' }, next);
      if (affected) {
        transaction.enter({ shop_id, owner_id });
        await onChange(transaction, testShop);
        await announce(transaction, { shop_id });
      } else if (testShop.status === 'removing' && status === 'resetting') throw isBeingRemoved();
      return this.shown(await findTestShop(owner_id, id, rows));
    });
  }

  private shown(row: DocumentRow): DocumentRow {
    return { ...row, base_url: baseUrlOf({ shopUrl: this.shopUrl }, String(row['domain'])) };
  }
}

type TestShopRow = DocumentRow & { id: string; domain: string; name: string; status: TestShop['status'] };

function testShopsOf(owner_id: string, repository: Repository<TestShop>): SelectQueryBuilder<TestShop> {
  return repository
    .createQueryBuilder('t')
    .select('t.shop_id', 'id')
    .addSelect('s.domain', 'domain')
    .addSelect('s.name', 'name')
    .addSelect('t.status', 'status')
    .addSelect('t.requested_at', 'requested_at')
    .addSelect('t.created_at', 'created_at')
    .innerJoin(Shop, 's', 's.id = t.shop_id')
    .where('t.owner_id = :owner_id', { owner_id });
}

async function findTestShop(
  owner_id: string,
  id: string,
  repository: Repository<TestShop>,
): Promise<TestShopRow> {
  const query = isUuid(id) && testShopsOf(owner_id, repository).andWhere('t.shop_id = :id', { id });
  const testShop = query && (await query.getRawOne<TestShopRow>());
  if (!testShop) throw notFound('test_shops', id);
  return testShop;
}

function isBeingRemoved(): ApiError {
  return new ApiError('illegal_transition', {
    detail: 'The test shop is being deleted and cannot be reset. Create a new test shop.',
    meta: { allowed: [] },
  });
}
