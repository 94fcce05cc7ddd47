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

/** What a service says that starts with these keys; with TOKEN_KEY it is the auth API. */
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

it('says nothing of keys that are the same, that are new beside one that is known, or that are left out later', async () => {
  expect(await startedWith({ one })).toEqual([]);
  expect(await startedWith({ one }, { tokens: [token] })).toEqual([]);
  expect(await startedWith({ two, one }, { tokens: [token] })).toEqual([]);
  expect(await startedWith({ two }, { tokens: [token] })).toEqual([]);
  expect(await startedWith({ two })).toEqual([]);
});

it('says each time, to every service, that no key is one of before', async () => {
  await startedWith({ one }, { tokens: [token] });
  const line = 'SECRETS_KEY has none of the keys before (one): what they sealed cannot be opened.';
  for (const rest of [{ tokens: [token] }, { tokens: [token] }, {}])
    expect(await startedWith({ two }, rest)).toEqual([line]);
});

it('says each time that a key is another one of the same name', async () => {
  await startedWith({ one }, { tokens: [token] });
  const line =
    'SECRETS_KEY: "one" is another key than the one of this name before: what that one sealed cannot be opened.';
  for (const rest of [{ tokens: [token] }, { tokens: [token] }, {}])
    expect(await startedWith({ one: two }, rest)).toEqual([line]);
  expect(await startedWith({ one }, { tokens: [token] })).toEqual([]);
});

it('says once that TOKEN_KEY is another one, which harms what was under way alone', async () => {
  await startedWith({ one }, { tokens: [token] });
  expect(await startedWith({ one }, { tokens: [two] })).toEqual([
    expect.stringMatching(/^TOKEN_KEY is another one than before/),
  ]);
  expect(await startedWith({ one }, { tokens: [two] })).toEqual([]);
});

it('logs nothing about a new TOKEN_KEY that is followed by the previous key', async () => {
  await startedWith({ one }, { tokens: [token] });
  expect(await startedWith({ one }, { tokens: [two, token] })).toEqual([]);
  expect(await startedWith({ one }, { tokens: [two] })).toEqual([]);
});

it('keeps of a key only what tells it from another one', async () => {
  await startedWith({ one }, { tokens: [token] });
  const rows = await database.query<{ digest: Buffer }>('SELECT digest FROM auth.key_checks');
  expect(rows).toHaveLength(2);
  for (const { digest } of rows) expect([one, token].some((key) => key.equals(digest))).toBe(false);
});
