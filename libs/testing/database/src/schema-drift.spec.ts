import { Column, Entity, PrimaryColumn } from 'typeorm';
import { schemaDrift } from './schema-drift';
import { type TestDatabase, testDatabase } from './test-database';

const id = { type: 'uuid' } as const;

abstract class Nonces {
  @PrimaryColumn({ type: 'bytea' })
  digest: Buffer;
  @Column(id)
  shop_id: string;
  @Column(id)
  oauth_token_id: string;
  @Column({ type: 'timestamp with time zone', default: () => 'now()' })
  created_at: string;
  @Column({ type: 'timestamp with time zone' })
  expires_at: string;
  @Column({ type: 'text', collation: 'C', nullable: true })
  code_challenge: string | null;
  @Column({ type: 'text', nullable: true })
  redirect_uri: string | null;
}

@Entity({ schema: 'auth', name: 'nonces' })
class SameNonce extends Nonces {
  @Column({ type: 'timestamp with time zone', nullable: true })
  exchanged_at: string | null;
}

@Entity({ schema: 'auth', name: 'nonces' })
class OtherNonce extends Nonces {
  @Column({ type: 'text', nullable: true })
  exchanged_at: string | null;
}

// oxlint-disable-next-line typeorm/no-unsynchronized-entity -- the table that the comparison must tell of
@Entity({ schema: 'auth', name: 'nonces', synchronize: false })
class HiddenNonce extends OtherNonce {}

@Entity({ schema: 'auth', name: 'ghosts' })
class Ghost {
  @PrimaryColumn(id)
  id: string;
}

describe('schemaDrift()', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await testDatabase()));
  afterAll(() => database.drop());

  const drift = async (...entities: (new () => object)[]) =>
    (await schemaDrift(database.administratorUrl, 'auth', entities)).filter(
      (line) => !line.endsWith('has no entity'),
    );

  it('returns no difference if the entity matches the migrated table', async () => {
    expect(await drift(SameNonce)).toEqual([]);
  });

  it('reports a table without an entity', async () => {
    const lines = await schemaDrift(database.administratorUrl, 'auth', [SameNonce]);
    expect(lines).toContain('auth.apps has no entity');
    expect(lines).not.toContain('auth.nonces has no entity');
  });

  it('reports an entity without a table', async () => {
    expect(await drift(SameNonce, Ghost)).toEqual([expect.stringMatching(/^CREATE TABLE "auth"\."ghosts"/)]);
  });

  it('reports a column whose type differs from the entity', async () => {
    expect(await drift(OtherNonce)).toEqual([
      'ALTER TABLE "auth"."nonces" DROP COLUMN "exchanged_at"',
      'ALTER TABLE "auth"."nonces" ADD "exchanged_at" text',
    ]);
  });

  it.each([
    [
      'default',
      `ALTER COLUMN created_at SET DEFAULT clock_timestamp()`,
      /ALTER COLUMN "created_at" SET DEFAULT now\(\)/,
    ],
    ['NOT NULL', `ALTER COLUMN exchanged_at SET NOT NULL`, /ALTER COLUMN "exchanged_at" DROP NOT NULL/],
    ['column', `ADD COLUMN extra text`, /DROP COLUMN "extra"/],
    [
      'primary key',
      `DROP CONSTRAINT nonces_pkey, ADD PRIMARY KEY (digest, shop_id)`,
      /ADD CONSTRAINT "\w+" PRIMARY KEY \("digest"\)/,
    ],
  ])('reports a difference between entity and table: %s', async (_, change, line) => {
    const changed = await testDatabase();
    try {
      await changed.query(`ALTER TABLE auth.nonces ${change}`);
      const lines = await schemaDrift(changed.administratorUrl, 'auth', [SameNonce]);
      expect(lines).toContainEqual(expect.stringMatching(line));
    } finally {
      await changed.drop();
    }
  });

  it('reports an entity that excludes its table from the comparison', async () => {
    expect(await drift(HiddenNonce)).toEqual(['HiddenNonce says synchronize: false, so it is not compared']);
  });
});
