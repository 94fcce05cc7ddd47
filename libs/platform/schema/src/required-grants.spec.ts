import { authMigrations, shopMigrations } from './migrations';
import { grantsAfter } from './required-grants';
import { roles } from './roles';
import { type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

describe('grantsAfter', () => {
  it('returns the privileges of a role on tables and columns', () =>
    expect(
      grantsAfter(['GRANT SELECT, UPDATE (a, b) ON shop.t, shop.u TO shop_role, hooks_role;'], 'hooks_role'),
    ).toEqual(
      ['shop.t', 'shop.u'].flatMap((table) => [
        { privilege: 'SELECT', table, column: null },
        { privilege: 'UPDATE', table, column: 'a' },
        { privilege: 'UPDATE', table, column: 'b' },
      ]),
    ));

  it('omits privileges that a later migration revokes, and privileges on dropped tables', () => {
    const granted = 'GRANT SELECT, DELETE ON shop.t TO r; GRANT SELECT ON shop.u TO r;';
    expect(grantsAfter([granted, 'REVOKE DELETE ON shop.t FROM r; DROP TABLE shop.u;'], 'r')).toEqual([
      { privilege: 'SELECT', table: 'shop.t', column: null },
    ]);
  });

  describe('for all migrations', () => {
    let database: ScratchDatabase;
    beforeAll(async () => {
      database = await scratchDatabase();
      await database.migrate();
    });
    afterAll(() => database.drop());

    it.each(['auth', 'shop', 'hooks'] as const)(
      'returns exactly the privileges that the role %s has in the database',
      async (role) => {
        const { rows } = await database.client.query<{ line: string }>(
          `SELECT g.privilege_type || ' ' || c.oid::regclass AS line FROM pg_class c, aclexplode(c.relacl) g
         WHERE g.grantee = $1::regrole AND c.relname <> 'migrations'
           AND c.relnamespace IN ('auth'::regnamespace, 'shop'::regnamespace)
         UNION ALL
         SELECT g.privilege_type || ' ' || a.attrelid::regclass || ' ' || a.attname
         FROM pg_attribute a, aclexplode(a.attacl) g WHERE g.grantee = $1::regrole`,
          [roles[role]],
        );
        const texts = [...authMigrations, ...shopMigrations].map(({ sql = '' }) => sql);
        const listed = grantsAfter(texts, roles[role]).map(({ privilege, table, column }) =>
          [privilege, table, column].filter((part) => part !== null).join(' '),
        );
        expect(listed.sort()).toEqual(rows.map(({ line }) => line).sort());
        expect(listed.length).toBeGreaterThan(0);
      },
    );
  });
});
