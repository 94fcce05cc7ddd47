import { Installation, OAuthToken } from '@storewright/entities';
import type { PageQuery } from '@storewright/pages';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './database-options';
import { pageStatement } from './keyset';
import { listing, selectColumns, walkedListing } from './queries';

describe('listing and walkedListing', () => {
  const source = new DataSource(dataSourceOptions({ url: 'postgres://a/b', applicationName: 'spec' }));
  beforeAll(() => (source as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas());

  const query = () =>
    selectColumns(source.createQueryBuilder(Installation, 'i'), ['id', 'scopes'])
      .addSelect('t.status', 'token_status')
      .innerJoin(OAuthToken, 't', 't.shop_id = i.shop_id AND t.status = :status', { status: 'active' })
      .where('i.shop_id = :shop_id AND i.app_id::text = :app_id', { shop_id: 'S', app_id: 'A' });
  const asked: PageQuery = { size: 2, order: [{ column: 'id', descending: false }], total: false };

  it('listing() selects the columns under their names and keeps the order of the values', () => {
    const { text, values } = pageStatement(listing(query(), { id: 'i.id' }), asked);
    expect(text).toBe(
      'SELECT "i"."id" AS "id", "i"."scopes" AS "scopes", "t"."status" AS "token_status"' +
        ' FROM "auth"."installations" "i" INNER JOIN "auth"."oauth_tokens" "t" ON "t"."shop_id" = ' +
        '"i"."shop_id" AND "t"."status" = $1' +
        ' WHERE "i"."shop_id" = $2 AND i.app_id::text = $3 ORDER BY i.id LIMIT $4 OFFSET $5',
    );
    expect(values).toEqual(['active', 'S', 'A', 3, 0]);
  });

  it('walkedListing() separates the conditions of narrow() from the conditions of the query', () => {
    const narrow = (narrowed: ReturnType<typeof query>) =>
      narrowed.andWhere('i.status = :state', { state: 'x' }).andWhere('i.version > :least', { least: 1 });
    const { from, values, lookedUp } = walkedListing(query(), { id: 'i.id' }, { narrow, walk: 9 });
    expect(from).toMatch(/i\.app_id::text = \$3$/);
    expect(lookedUp).toEqual({ sql: '"i"."status" = $4 AND "i"."version" > $5', walk: 9 });
    expect(values).toEqual(['active', 'S', 'A', 'x', 1]);
    expect(walkedListing(query(), { id: 'i.id' }, { narrow: () => undefined, walk: 9 }).lookedUp).toBe(
      undefined,
    );
  });

  it('listing() throws if a selected expression has a parameter, because counting omits the expression', () => {
    const parameterized = query().addSelect(':name', 'name').setParameter('name', 'x');
    expect(() => listing(parameterized, { id: 'i.id' })).toThrow(
      'selected expressions of a list cannot have parameters',
    );
  });
});
