import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import {
  aShop,
  anAccessToken,
  anApp,
  anOAuthToken,
  type TestDatabase,
  testDatabase,
  type TestShop,
} from '@storewright/testing';
import { type Digest, parseToken } from '@storewright/tokens';
import { DataSource } from 'typeorm';
import type { Grant } from './grant';
import { LastUsed } from './last-used';

describe('LastUsed', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let door: AuthDatabase;
  let shop: TestShop;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await testDatabase();
    shop = await aShop(database);
    const options = { url: database.url('shop'), applicationName: 'spec' };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    door = new AuthDatabase(dataSource, options);
  });
  afterAll(async () => {
    await door.close();
    await dataSource.destroy();
    await database.drop();
  });

  const tables = { access_token: 'access_tokens', oauth_token: 'oauth_tokens' };
  async function grantOf(token: string): Promise<Grant> {
    const { kind, digest } = parseToken(token)! as { kind: Grant['kind']; digest: Digest };
    const [row] = await database.query<{ id: string }>(
      `SELECT id FROM auth.${tables[kind]} WHERE digest = decode($1, 'hex')`,
      [digest],
    );
    return {
      kind,
      digest,
      token_id: row!.id,
      shop: { ...shop, status: 'active', time_zone: 'UTC', currency_code: 'EUR' },
      used: true,
    };
  }
  async function lastUse({ kind, digest }: Grant): Promise<Date | null> {
    const [row] = await database.query<{ last_used_at: Date | null }>(
      `SELECT last_used_at FROM auth.${tables[kind]} WHERE digest = decode($1, 'hex')`,
      [digest],
    );
    return row!.last_used_at;
  }

  it('writes the last use of a token with the next flush, not during the request', async () => {
    const lastUsed = new LastUsed(door);
    const grants = [
      await grantOf(await anAccessToken(database, shop)),
      await grantOf(await anOAuthToken(database, shop, await anApp(database), [])),
    ];
    const unused = await grantOf(await anAccessToken(database, shop));
    const before = Date.now();
    for (const grant of grants) for (let used = 0; used < 3; used += 1) lastUsed.note(grant);
    for (const grant of grants) expect(await lastUse(grant)).toBeNull();
    await lastUsed.flush();
    for (const grant of grants) {
      const at = (await lastUse(grant))!.getTime();
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Date.now());
    }
    expect(await lastUse(unused)).toBeNull();
  });

  it('keeps the latest use of a token, whichever instance writes last', async () => {
    const grant = await grantOf(await anAccessToken(database, shop));
    const later = new Date(Date.now() + 60_000);
    await database.query(`UPDATE auth.access_tokens SET last_used_at = $2 WHERE digest = decode($1, 'hex')`, [
      grant.digest,
      later,
    ]);
    const lastUsed = new LastUsed(door);
    lastUsed.note(grant);
    await lastUsed.flush();
    expect(await lastUse(grant)).toEqual(later);
  });

  it('writes the recorded uses of tokens when the process stops', async () => {
    const lastUsed = new LastUsed(door);
    lastUsed.onModuleInit();
    const grant = await grantOf(await anAccessToken(database, shop));
    lastUsed.note(grant);
    await lastUsed.onApplicationShutdown();
    expect(await lastUse(grant)).not.toBeNull();
  });

  it('repeats a failed write of last uses when the database is available again', async () => {
    const name = new URL(database.administratorUrl).pathname.slice(1);
    const fresh = new AuthDatabase(dataSource, {
      url: database.url('shop'),
      applicationName: 'spec-fresh',
      pipelined: 1,
    });
    const lastUsed = new LastUsed(fresh);
    const grant = await grantOf(await anAccessToken(database, shop));
    lastUsed.note(grant);
    await database.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
    try {
      await lastUsed.flush();
      expect(await lastUse(grant)).toBeNull();
    } finally {
      await database.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
    }
    await lastUsed.flush();
    expect(await lastUse(grant)).not.toBeNull();
    await fresh.close();
  });

  it('writes the last uses of all other tokens if one token was deleted', async () => {
    const lastUsed = new LastUsed(door);
    const grant = await grantOf(await anAccessToken(database, shop));
    lastUsed.note({ ...grant, token_id: randomUUID() });
    lastUsed.note(grant);
    await lastUsed.flush();
    expect(await lastUse(grant)).not.toBeNull();
  });
});
