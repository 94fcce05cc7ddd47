import { Logger } from '@nestjs/common';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { Client } from 'pg';
import { compareKeys, type ServiceKeys } from './key-checks';

let database: TestDatabase;
let said: string[];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  said = [];
  jest.spyOn(Logger.prototype, 'error').mockImplementation((line: string) => void said.push(line));
  await database.query('DELETE FROM auth.key_checks');
});
afterEach(() => jest.restoreAllMocks());

const [one, two] = [1, 2].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer];
const token = Buffer.alloc(32, 3);

/**
 * Returns the log lines of a service that starts with these keys. A service with `tokens` is the auth API.
 */
async function startedWith(secrets: Record<string, Buffer>, rest: Omit<ServiceKeys, 'secrets'> = {}) {
  const client = new Client({ connectionString: database.url(rest.tokens ? 'auth' : 'hooks') });
  await client.connect();
  try {
    said = [];
    await compareKeys(client, { secrets: new Map(Object.entries(secrets)), ...rest });
    return said;
  } finally {
    await client.end();
  }
}

it('compareKeys() logs nothing for known keys, removed keys, and a new key next to a known key', async () => {
  expect(await startedWith({ one })).toEqual([]);
  expect(await startedWith({ one }, { tokens: [token] })).toEqual([]);
  expect(await startedWith({ two, one }, { tokens: [token] })).toEqual([]);
  expect(await startedWith({ two }, { tokens: [token] })).toEqual([]);
  expect(await startedWith({ two })).toEqual([]);
});

it('compareKeys() logs an error in every service and at every start without a known key in SECRETS_KEY', async () => {
  await startedWith({ one }, { tokens: [token] });
  const line =
    'SECRETS_KEY contains none of the earlier keys (one). Data encrypted with them cannot be decrypted.';
  for (const rest of [{ tokens: [token] }, { tokens: [token] }, {}])
    expect(await startedWith({ two }, rest)).toEqual([line]);
});

it('compareKeys() logs an error at every start if a key differs from the stored key with its id', async () => {
  await startedWith({ one }, { tokens: [token] });
  const line =
    'SECRETS_KEY: "one" differs from the earlier key with this id. Data encrypted with the earlier ' +
    'key cannot be decrypted.';
  for (const rest of [{ tokens: [token] }, { tokens: [token] }, {}])
    expect(await startedWith({ one: two }, rest)).toEqual([line]);
  expect(await startedWith({ one }, { tokens: [token] })).toEqual([]);
});

it('compareKeys() logs a changed TOKEN_KEY once, because the change affects only pending exchanges', async () => {
  await startedWith({ one }, { tokens: [token] });
  expect(await startedWith({ one }, { tokens: [two] })).toEqual([
    expect.stringMatching(/^TOKEN_KEY has changed/),
  ]);
  expect(await startedWith({ one }, { tokens: [two] })).toEqual([]);
});

it('compareKeys() logs nothing about a new TOKEN_KEY if the previous key follows it', async () => {
  await startedWith({ one }, { tokens: [token] });
  expect(await startedWith({ one }, { tokens: [two, token] })).toEqual([]);
  expect(await startedWith({ one }, { tokens: [two] })).toEqual([]);
});

it('compareKeys() stores only digests of keys', async () => {
  await startedWith({ one }, { tokens: [token] });
  const rows = await database.query<{ digest: Buffer }>('SELECT digest FROM auth.key_checks');
  expect(rows).toHaveLength(2);
  for (const { digest } of rows) expect([one, token].some((key) => key.equals(digest))).toBe(false);
});
