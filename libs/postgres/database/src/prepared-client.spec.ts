import { asFor, beginning, cork, corkBriefly, PreparedClient, type Statement } from './prepared-client';
import type { WatchedClient } from './watched-client';

describe('what goes to plain Postgres is what it was before there were clusters', () => {
  const statement: Statement = {
    ...{ name: 'one', text: 'SELECT 1', values: [1] },
    onCitus: { name: 'other', text: 'SELECT 2', values: [2] },
  };

  it('a statement as it is, and no copy of it', () => {
    expect(asFor('postgres', statement)).toBe(statement);
    expect(asFor('citus', statement)).toMatchObject({ name: 'other', text: 'SELECT 2', values: [2] });
  });

  it('what a transaction begins with in one message, behind a pooler', () => {
    const settings = [['app.shop_id', 'a']] as const;
    expect(beginning('postgres', settings)).toEqual([`BEGIN;SET LOCAL app.shop_id = 'a';`]);
    expect(beginning('citus', settings)).toEqual(['BEGIN', `SET LOCAL app.shop_id = 'a'`]);
  });
});

describe('when a statement is sent', () => {
  let [corked, sent] = [0, 0];
  const stream = { cork: () => (corked += 1), uncork: () => (corked -= 1) };
  const client = { connection: { stream }, query: () => (sent += 1) } as unknown as WatchedClient;
  const statement: Statement = { name: 'one', text: 'SELECT $1', values: [1] };
  beforeEach(() => ([corked, sent] = [0, 0]));

  it('is over a shared connection with all others of this turn of the event loop', async () => {
    void new PreparedClient(client, 'postgres', 'none', cork).run([], statement);
    expect([corked, sent]).toEqual([1, 2]);
    await new Promise(setImmediate);
    expect(corked).toBe(0);
  });

  it('is over one of its own before anything else is looked at, what prepares it with it', async () => {
    void new PreparedClient(client, 'postgres', 'none', corkBriefly).run([], statement);
    expect([corked, sent]).toEqual([1, 2]);
    await new Promise<void>((done) => process.nextTick(done));
    expect(corked).toBe(0);
  });

  it('holds back nothing of what follows a value that is none', async () => {
    const values = ['\0'];
    const run = new PreparedClient(client, 'postgres', 'none', corkBriefly).run([], { ...statement, values });
    await expect(run).rejects.toMatchObject({ code: '22021' });
    await new Promise<void>((done) => process.nextTick(done));
    expect(corked).toBe(0);
  });

  it.each(['postgres', 'citus'] as const)(
    'sends nothing where one of several has a value that is none (%s)',
    async (kind) => {
      const prepared = new PreparedClient(client, kind, 'none', corkBriefly);
      void prepared.runAll([], [statement, statement]).catch(() => undefined);
      sent = 0;
      await expect(prepared.runAll([], [statement, { ...statement, values: ['\0'] }])).rejects.toMatchObject({
        code: '22021',
      });
      expect(sent).toBe(0);
    },
  );
});
