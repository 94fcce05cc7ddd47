import { testDatabase, type TestDatabase } from '@storewright/testing';
import { codeStatus } from './code-status';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const [past, future] = [`now() - interval '1 microsecond'`, `now() + interval '1 microsecond'`];

describe('status of a code', () => {
  it.each([
    ['active', {}],
    [
      'active',
      { starts_at: 'now()', ends_at: future, usage_count: '1', usage_limit: '2', balance_amount: '1' },
    ],
    ['scheduled', { starts_at: future }],
    ['expired', { ends_at: past }],
    ['expired', { ends_at: 'now()' }],
    ['exhausted', { usage_count: '2', usage_limit: '2' }],
    ['exhausted', { usage_count: '3', usage_limit: '2' }],
    ['exhausted', { balance_amount: '0' }],
    ['exhausted', { balance_amount: '0', starts_at: future }],
    ['expired', { ends_at: past, usage_count: '2', usage_limit: '2' }],
    ['disabled', { enabled: 'false' }],
    ['disabled', { enabled: 'false', ends_at: past, balance_amount: '0' }],
  ])('is %s if the code has the values %j', async (status, given) => {
    const columns = {
      ...{ enabled: 'true', starts_at: 'NULL::timestamptz', ends_at: 'NULL::timestamptz' },
      ...{ usage_count: '0', usage_limit: 'NULL::integer', balance_amount: 'NULL::bigint' },
      ...given,
    };
    const row = Object.entries(columns).map(([name, value]) => `${value} AS ${name}`);
    expect(
      await database.query(`SELECT ${codeStatus('code')} AS status FROM (SELECT ${row.join(', ')}) AS code`),
    ).toEqual([{ status }]);
  });
});
