import { aTenant, type Tenant } from '@storewright/api-testing';
import { type RowsOfShop, ShopRows } from '@storewright/tenancy';
import type { TestShop } from '@storewright/testing';
import { platformTables, tablesOf } from './sample';
import type { Subject } from './subject';

/**
 * Tests that no request of one shop reads or changes a row of another shop, even if the application's own
 * filter is missing (docs/contract.md §8.2). The SQL statements have no condition on shop_id and run with the
 * service's database role.
 */
export function testIsolation(subject: Subject): void {
  const shops = new TwoShops(subject);
  if (shops.tables.length === 0) return;
  describe('the rows of another shop', () => {
    beforeAll(() => shops.fill());

    it('exist in every table', () => shops.areThere());
    describe.each(['alone', 'in a transaction'] as const)('for a statement %s', (way) => {
      it('are not returned by SELECT', () => shops.cannotBeSeen(way));
      it('are not changed by UPDATE or DELETE', () => shops.cannotBeChanged(way));
      it('cannot be added by INSERT or UPDATE', () => shops.cannotBeAddedTo(way));
      it('are not returned without a shop context, and neither are any other rows', () =>
        shops.needAContext(way));
    });
    it('are not passed to a function that reports its arguments', () => shops.areNotTold());
    it('are passed to a function that reports its arguments if no policy applies', () => shops.wouldBeTold());
  });
  if (subject.served.length === 0) return;
  describe('POST with an id that another shop uses', () => {
    it.each(subject.served.map(({ resource }) => resource.type))(
      'creates an object of %s and does not change the object of the other shop',
      (type) => shops.mayHaveTheSameId(type),
    );
  });
}

type Way = 'alone' | 'in a transaction';

/** Postgres error for tables that the service's role cannot change. */
const denied = /^permission denied for table /;
/**
 * Database errors for rows of another shop. The last error comes from Citus, which checks statements before
 * row-level security.
 */
const refused = expect.stringMatching(
  /row-level security|^permission denied for table |^modifying the partition value of rows is not allowed$/,
) as string;

function orDenied<T>(rows: Promise<T[]>): Promise<T[]> {
  return rows.catch((error: Error) => {
    if (!denied.test(error.message)) throw error;
    return [];
  });
}

class TwoShops {
  readonly tables: readonly string[];
  private a!: Tenant;
  private b!: Tenant;

  constructor(private readonly subject: Subject) {
    this.tables = [...tablesOf(subject.library), ...(subject.served.length > 0 ? platformTables : [])];
  }

  async fill(): Promise<void> {
    const { api, library, served } = this.subject;
    [this.a, this.b] = [await aTenant(api), await aTenant(api)];
    for (const tenant of [this.a, this.b]) {
      for (const { resource } of served) {
        const document = await this.subject.document(tenant.http, resource.type);
        const headers = { 'idempotency-key': `the same in both, of ${resource.type}` };
        await tenant.http.post(resource.path, document, { headers });
      }
      await library.fill?.({ database: api.database, tenant });
    }
  }

  async areThere(): Promise<void> {
    for (const table of this.tables)
      expect([table, (await this.everything(table, this.b)).length > 0]).toEqual([table, true]);
  }

  async cannotBeSeen(way: Way): Promise<void> {
    for (const table of this.tables) {
      const own = await this.everything(table, this.a);
      const seen = await this.run(way, `SELECT t::text AS row FROM ${table} t ORDER BY 1`);
      expect([table, seen.map(({ row }) => row)]).toEqual([table, own]);
      const [count] = await this.run(way, `SELECT count(*)::integer AS rows FROM ${table}`);
      expect([table, count]).toEqual([table, { rows: own.length }]);
      expect(await this.run(way, `SELECT 1 FROM ${table} WHERE shop_id = '${this.b.shop.id}'`)).toEqual([]);
    }
  }

  async cannotBeChanged(way: Way): Promise<void> {
    for (const table of this.tables) {
      const before = await this.everything(table, this.b);
      for (const text of [
        `UPDATE ${table} SET shop_id = shop_id WHERE shop_id <> '${this.a.shop.id}' RETURNING 1`,
        `DELETE FROM ${table} WHERE shop_id <> '${this.a.shop.id}' RETURNING 1`,
      ])
        expect([table, await orDenied(this.run(way, text))]).toEqual([table, []]);
      await orDenied(this.run(way, `UPDATE ${table} SET shop_id = shop_id`));
      expect(await this.everything(table, this.b)).toEqual(before);
    }
  }

  async cannotBeAddedTo(way: Way): Promise<void> {
    const { id } = this.b.shop;
    for (const table of this.tables) {
      const before = await this.everything(table, this.b);
      const columns = await this.columns(table);
      const values = columns.map((column) => (column === 'shop_id' ? `'${id}'::uuid` : column));
      for (const text of [
        `INSERT INTO ${table} (${columns.join()}) SELECT ${values.join()} FROM ${table} LIMIT 1`,
        `UPDATE ${table} SET shop_id = '${id}'`,
      ])
        await expect(this.run(way, text)).rejects.toMatchObject({ message: refused });
      expect(await this.everything(table, this.b)).toEqual(before);
    }
  }

  async needAContext(way: Way): Promise<void> {
    const nobody = this.rowsOf({ id: undefined as unknown as string, domain: 'nobody' });
    for (const table of this.tables)
      expect([table, await this.run(way, `SELECT 1 FROM ${table}`, nobody)]).toEqual([table, []]);
  }

  async areNotTold(): Promise<void> {
    for (const table of this.tables) {
      const rows = this.rowsOf(this.a.shop).transaction(async (within) => {
        await within.query({ text: this.tellTale });
        const told = await within.query({ text: ask(table) });
        await within.query({ text: 'DROP FUNCTION pg_temp.tell(uuid)' });
        return told;
      });
      expect([table, (await rows).length]).toEqual([table, (await this.everything(table, this.a)).length]);
    }
  }

  async wouldBeTold(): Promise<void> {
    const { database } = this.subject.api;
    await database.query(this.tellTale);
    for (const table of this.tables) await expect(database.query(ask(table))).rejects.toThrow('seen: ');
  }

  async mayHaveTheSameId(type: string): Promise<void> {
    const theirs = await this.subject.anObject(this.b.http, type);
    const document = await this.subject.document(this.a.http, type);
    const { data } = document as { data: object };
    const before = await this.everything(`shop.${type}`, this.b);
    const made = await this.a.http.post(`/api/${type}`, { data: { ...data, id: theirs.id } });
    expect([made.status, made.body.data.id]).toEqual([201, theirs.id]);
    expect(await this.everything(`shop.${type}`, this.b)).toEqual(before);
    expect((await this.b.http.get(theirs.path)).body.data).toEqual(theirs.response.body.data);
  }

  /**
   * Declares a COST near 0, so that the planner would call this SQL function before the row-level security
   * check if Postgres allowed that.
   */
  private get tellTale(): string {
    return `CREATE FUNCTION pg_temp.tell(uuid) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS
      $$ BEGIN IF $1 <> '${this.a.shop.id}' THEN RAISE 'seen: %', $1; END IF; RETURN true; END $$`;
  }

  private rowsOf({ id, domain }: TestShop): RowsOfShop {
    return this.subject.api.application
      .get(ShopRows)
      .of({ id, domain, status: 'active', time_zone: 'UTC', currency_code: 'EUR' });
  }

  private run(way: Way, text: string, rows = this.rowsOf(this.a.shop)): Promise<Record<string, unknown>[]> {
    return way === 'alone' ? rows.query({ text }) : rows.transaction((within) => within.query({ text }));
  }

  private async everything(table: string, { shop }: Tenant): Promise<string[]> {
    const rows = await this.subject.api.database.query<{ row: string }>(
      `SELECT t::text AS row FROM ${table} t WHERE shop_id = $1 ORDER BY 1`,
      [shop.id],
    );
    return rows.map(({ row }) => row);
  }

  private async columns(table: string): Promise<string[]> {
    const columns = await this.subject.api.database.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass
        AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [table],
    );
    return columns.map(({ name }) => name);
  }
}

const ask = (table: string) => `SELECT 1 FROM ${table} WHERE pg_temp.tell(shop_id)`;
