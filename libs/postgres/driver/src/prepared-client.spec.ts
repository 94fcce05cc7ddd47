import { corkForTick, corkForTurn } from './cork';
import type { MonitoredClient } from './monitored-client';
import { PreparedClient } from './prepared-client';
import type { Statement } from './statement';
import { citusTopology, plainTopology } from './topology';

describe('PreparedClient', () => {
  let [corked, sent] = [0, 0];
  const stream = { cork: () => (corked += 1), uncork: () => (corked -= 1) };
  const client = { connection: { stream }, query: () => (sent += 1) } as unknown as MonitoredClient;
  const statement: Statement = { name: 'one', text: 'SELECT $1', values: [1] };
  beforeEach(() => ([corked, sent] = [0, 0]));

  it('delays the messages on a shared connection until the end of the event loop turn', async () => {
    void new PreparedClient(client, plainTopology, corkForTurn).run([], statement);
    expect([corked, sent]).toEqual([1, 2]);
    await new Promise(setImmediate);
    expect(corked).toBe(0);
  });

  it('sends a statement on an exclusive connection, with its Parse, at the end of the current tick', async () => {
    void new PreparedClient(client, plainTopology, corkForTick).run([], statement);
    expect([corked, sent]).toEqual([1, 2]);
    await new Promise<void>((done) => process.nextTick(done));
    expect(corked).toBe(0);
  });

  it('releases the socket after a statement with an invalid value', async () => {
    const values = ['\0'];
    const run = new PreparedClient(client, plainTopology, corkForTick).run([], { ...statement, values });
    await expect(run).rejects.toMatchObject({ code: '22021' });
    await new Promise<void>((done) => process.nextTick(done));
    expect(corked).toBe(0);
  });

  it.each([plainTopology, citusTopology])(
    'sends no statement of a transaction if one statement has an invalid value ($kind)',
    async (topology) => {
      const prepared = new PreparedClient(client, topology, corkForTick);
      void prepared.runAll([], [statement, statement]).catch(() => undefined);
      sent = 0;
      await expect(prepared.runAll([], [statement, { ...statement, values: ['\0'] }])).rejects.toMatchObject({
        code: '22021',
      });
      expect(sent).toBe(0);
    },
  );
});

describe('PreparedClient on Citus', () => {
  it('sends BEGIN, a SET LOCAL per setting and the statement as one message, then COMMIT', async () => {
    const sent: unknown[][] = [];
    const connection = {
      stream: { cork: () => undefined, uncork: () => undefined },
      parse: ({ name, text }: { name: string; text: string }) => sent.push(['parse', name && 'named', text]),
      describe: () => undefined,
      bind: ({ statement, values }: { statement: string; values: unknown[] }) =>
        sent.push(['bind', statement.replace(/^1 | \d+$/g, ''), ...values]),
      execute: () => undefined,
      sync: () => sent.push(['sync']),
    };
    const client = {
      connection,
      query: (query: { submit(to: object): void }) => query.submit(connection),
    } as unknown as MonitoredClient;
    const prepared = new PreparedClient(client, citusTopology, corkForTick);
    const send = () =>
      void prepared.run([['app.shop_id', 'a']], { name: 'one', text: 'SELECT $1', values: [1] });
    send();
    sent.length = 0;
    send();
    expect(sent).toEqual([
      ['bind', 'begin'],
      ['parse', '', `SET LOCAL app.shop_id = 'a'`],
      ['bind', ''],
      ['bind', 'one', '1'],
      ['sync'],
      ['bind', 'commit'],
      ['sync'],
    ]);
  });
});
