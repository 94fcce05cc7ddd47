import {
  anAccessToken,
  aShop,
  BuiltService,
  HttpClient,
  type ServiceProcess,
  testDatabase,
  type TestDatabase,
  type TestShop,
} from '@storewright/testing';
import { UsageError } from '../failures';
import type { Terminal } from '../terminal';
import { failOver } from '../testing/fail-over';
import { events } from './events';

let database: TestDatabase;
let built: BuiltService;
let service: ServiceProcess;
let shop: TestShop;
let token: string;

beforeAll(async () => {
  [database, built] = await Promise.all([testDatabase(), BuiltService.build('shop-api')]);
  service = await built.start(database.url('shop'));
});
beforeEach(async () => {
  shop = await aShop(database);
  token = await anAccessToken(database, shop);
  await write(5);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
  built.delete();
});

async function write(count: number): Promise<void> {
  const attributes = { resource_type: 'orders', resource_id: '1', data: {} };
  const api = new HttpClient(service.port, `${shop.domain}.localhost`, token);
  for (let made = 0; made < count; made += 1)
    expect((await api.post('/api/meta', { data: { type: 'meta', attributes } })).status).toBe(201);
  expect((await api.get('/api/events?page[size]=1')).status).toBe(200);
}

/**
 * Runs `events tail`. After each line, `heard` gets all lines so far. If `heard` returns true, the command is
 * interrupted as by Ctrl-C.
 */
async function tail(
  options: string[],
  heard: (said: { lines: string[]; notes: string[] }) => boolean | Promise<boolean>,
) {
  const said = { lines: [] as string[], notes: [] as string[] };
  const end = new AbortController();
  const failed: unknown[] = [];
  const hear = () =>
    void Promise.resolve(heard(said)).then(
      (isOver) => isOver && end.abort(),
      (error: unknown) => {
        failed.push(error);
        end.abort();
      },
    );
  const environment = {
    STOREWRIGHT_BASE_URL: `http://${shop.domain}.localhost:${service.port}`,
    STOREWRIGHT_TOKEN: token,
    XDG_CONFIG_HOME: '/none',
  };
  const terminal = {
    ...{ environment, signal: end.signal },
    print: (line: string) => (said.lines.push(line), hear()),
    note: (line: string) => (said.notes.push(line), hear()),
  } as Partial<Terminal> as Terminal;
  await events.run(['tail', ...options], terminal);
  expect(failed).toEqual([]);
  return { ...said, sequences: said.lines.map((line) => Number(line.split('  ')[1])) };
}

const started = /^the log is in epoch \d{2,}, which starts after sequence 3: .+ Copy the shop again\.$/;

describe('events tail', () => {
  it('reports a new epoch of the event log and prints the events of that epoch', async () => {
    const { sequences, notes } = await tail(['--since', '0'], async ({ lines, notes }) => {
      if (lines.length === 5 && notes.length === 1) await failOver(database, shop, 3);
      if (lines.length === 5 && notes.length === 2) await write(3);
      return lines.length === 8;
    });
    expect(sequences).toEqual([1, 2, 3, 4, 5, 4, 5, 6]);
    expect(notes).toEqual(['events after sequence 0; Ctrl-C stops', expect.stringMatching(started)]);
  });

  it('reports an epoch greater than --epoch if the event log ends before the sequence number in --since', async () => {
    await failOver(database, shop, 3);
    const options = ['--since', '5', '--epoch', '1'];
    const { lines, notes } = await tail(options, (said) => said.notes.length === 2);
    expect([lines, notes[1]]).toEqual([[], expect.stringMatching(started)]);
  });

  it('prints all events of an epoch greater than --epoch, even events with numbers below --since', async () => {
    await failOver(database, shop, 3);
    await write(2);
    const options = ['--since', '5', '--epoch', '1'];
    const { sequences, notes } = await tail(options, ({ lines }) => lines.length === 2);
    expect([sequences, notes[1]]).toEqual([[4, 5], expect.stringMatching(started)]);
  });

  it.each(['--epoch 1', '--since 5 --epoch none'])(
    'throws an error for the invalid option: %s',
    async (options) => {
      await expect(tail(options.split(' '), () => true)).rejects.toThrow(UsageError);
    },
  );
});
