import {
  anAccessToken,
  aShop,
  BuiltService,
  HttpClient,
  Receiver,
  type Reply,
  type ServiceProcess,
  testDatabase,
  type TestDatabase,
  type TestShop,
} from '@storewright/testing';
import { WebhookClient, resolveByDns } from '@storewright/webhooks';
import { Webhook } from 'standardwebhooks';
import { EventSource } from './event-source';
import { Refused } from './failures';
import { Listener } from './listener';
import type { ListenOptions } from './options';
import type { Simulation } from './simulation';
import { failOver } from './testing/fail-over';
import { Gate } from './testing/gate';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const exchange = new WebhookClient({ policy: { allowLoopback: true }, resolve: resolveByDns() });
let database: TestDatabase;
let built: BuiltService;
let service: ServiceProcess;
let receiver: Receiver;
let shop: TestShop;
let token: string;

beforeAll(async () => {
  [database, built] = await Promise.all([testDatabase(), BuiltService.build('shop-api')]);
  service = await built.start(database.url('shop'));
});
beforeEach(async () => {
  [receiver, shop] = await Promise.all([Receiver.start(), aShop(database)]);
  token = await anAccessToken(database, shop);
});
afterEach(async () => {
  await Gate.closeAll();
  await receiver.stop();
});
afterAll(async () => {
  exchange.close();
  await service.stop();
  await database.drop();
  built.delete();
});

const api = () => new HttpClient(service.port, `${shop.domain}.localhost`, token);

/** Creates a meta object and returns its id. */
async function written(data: string = '{}'): Promise<string> {
  const body = `{"data":{"type":"meta","attributes":{"resource_type":"orders","resource_id":"1","data":${data}}}}`;
  const answer = await api().post('/api/meta', body);
  expect(answer.status).toBe(201);
  return answer.body.data.id as string;
}

/** Aborts all pending waits. */
class Over extends Error {}

/**
 * Creates a listener whose pauses take no time. `isOver` runs after each printed line and at each pause, and returns
 * whether the test is over.
 */
function rehearsal(
  isOver: (said: { waits: number[]; lines: string[]; notes: string[] }) => boolean | Promise<boolean>,
  given: Partial<ListenOptions> & { port?: number; now?: () => number } = {},
) {
  const said = { waits: [] as number[], lines: [] as string[], notes: [] as string[] };
  const { port = service.port, now = Date.now } = given;
  const end = new AbortController();
  const step = async () => {
    if (await isOver(said)) end.abort();
  };
  const options = { domain: shop.domain, secret, target: receiver.url, types: new Set<string>(), ...given };
  const listener = new Listener(options, {
    source: new EventSource(`http://${shop.domain}.localhost:${port}`, given.token ?? token),
    ...{ exchange, now, signal: end.signal },
    pause: async (ms) => {
      said.waits.push(ms);
      if (said.waits.length > 100) throw new Error('it goes on and on');
      await step();
      if (end.signal.aborted) throw new Over();
    },
    report: (line) => void (said.lines.push(line), step()),
    note: (line) => void (said.notes.push(line), step()),
  });
  const over = async () => {
    await listener.run().catch((error: unknown) => {
      if (!(error instanceof Over)) throw error;
    });
    expect(end.signal.aborted).toBe(true);
  };
  return { ...said, listener, over };
}

it('Listener posts the events after a sequence number in order, signed, with the bytes of the event log', async () => {
  const data = '{"10": 0.0000001,\r\n "2": "ü\\r\\nx: 1", "__proto__": {"a\\"}]": [0.1, 1e2]}}';
  for (let at = 0; at < 130; at += 1) await written(at === 60 ? data : '{}');
  const { over, lines, listener } = rehearsal((said) => said.lines.length === 110, { since: 20 });
  await over();
  expect(receiver.sequences).toEqual(Array.from({ length: 110 }, (_, at) => at + 21));
  expect(receiver.mostAtOnce).toBe(1);
  const { text, headers, body } = receiver.received[40]!;
  const [logged] = await database.query<{ id: string; resource: string }>(
    'SELECT id, resource FROM shop.events WHERE shop_id = $1 AND sequence = 61',
    [shop.id],
  );
  expect(text).toContain(`,"data":${logged!.resource},"changed":[],`);
  expect(text).toContain('"10": 0.0000001');
  expect(body.shop).toEqual(shop);
  expect(headers['webhook-id']).toBe(logged!.id);
  expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(body);
  expect(lines).toHaveLength(110);
  expect(lines[40]).toMatch(
    new RegExp(`^\\d{4}-\\S+T\\S+Z  61  meta\\.created  ${body.data.id}  204  \\d+ ms$`),
  );
  expect(listener.last).toBe(130);
});

it('Listener posts only new events by default, even if the event log is empty at the start', async () => {
  const beginsWith = async (sequence: number) => {
    const seen = receiver.received.length;
    const { over, notes } = rehearsal(async (said) => {
      if (said.lines.length === 0) await written();
      return said.lines.length === 1;
    });
    await over();
    expect(notes).toEqual([`posting events after sequence ${sequence - 1} to ${receiver.url}; Ctrl-C stops`]);
    expect(receiver.sequences.slice(seen)).toEqual([sequence]);
  };
  await beginsWith(1);
  await written();
  await beginsWith(3);
});

it('Listener posts only events of the types in --type', async () => {
  const id = await written();
  await api().patch(`/api/meta/${id}`, { data: { type: 'meta', id, attributes: { data: { a: 1 } } } });
  await written();
  await api().delete(`/api/meta/${id}`);
  await written();
  const { over, listener } = rehearsal(({ lines }) => lines.length === 4, {
    since: 0,
    types: new Set(['meta.updated', 'meta.created']),
  });
  await over();
  expect(receiver.received.map(({ body }) => [body.sequence, body.type, body.changed])).toEqual([
    [1, 'meta.created', []],
    [2, 'meta.updated', ['data']],
    [3, 'meta.created', []],
    [5, 'meta.created', []],
  ]);
  expect(listener.last).toBe(5);
});

it('Listener posts all events of a greater epoch, even events with numbers below the last posted one', async () => {
  for (let made = 0; made < 5; made += 1) await written();
  const { over, notes } = rehearsal(
    async ({ lines, notes: { length } }) => {
      // Simulates a promoted standby that lacks the last two events and at first has no events of the new
      // epoch.
      if (lines.length === 5 && length === 1) await failOver(database, shop, 3);
      if (lines.length === 5 && length === 2) for (let made = 0; made < 3; made += 1) await written();
      return lines.length === 8;
    },
    { since: 0 },
  );
  await over();
  expect(receiver.sequences).toEqual([1, 2, 3, 4, 5, 4, 5, 6]);
  expect(notes.slice(1)).toEqual([
    expect.stringMatching(/^the log is in epoch \d{2,}, which starts after sequence 3: /),
  ]);
});

it('Listener retries an event until the target accepts it, with delays up to 30 s or by Retry-After', async () => {
  await written();
  await written();
  const asked = (seconds: number) => ({ status: 503, headers: { 'retry-after': String(seconds) } });
  // The listener immediately retries once after the receiver closes a keep-alive connection.
  const replies: Reply[] = [204, 500, 'cut', 'cut', 302, asked(9), asked(9), asked(100), 410, 204];
  receiver.reply = () => replies.shift()!;
  const { over, waits, lines } = rehearsal((said) => said.lines.length === 9, { since: 0 });
  await over();
  expect(waits).toEqual([1_000, 2_000, 4_000, 9_000, 16_000, 30_000, 30_000]);
  expect(receiver.sequences).toEqual([1, ...Array<number>(9).fill(2)]);
  expect(new Set(receiver.received.slice(1).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(lines.map((line) => line.split('  ').toSpliced(5, 1).slice(4).join())).toEqual([
    '204',
    '500,again in 1 s',
    'the connection was reset,again in 2 s',
    '302,again in 4 s',
    '503,again in 9 s',
    '503,again in 16 s',
    '503,again in 30 s',
    '410,again in 30 s',
    '204',
  ]);
});

it('Listener waits for an unreachable shop API and reports the outage once', async () => {
  const gate = await Gate.before(service.port);
  await written();
  gate.way = 'cut';
  const { over, waits, notes } = rehearsal(
    ({ waits: { length }, lines }) => {
      if (length === 2) gate.way = { status: 503, headers: { 'retry-after': '7' } };
      if (length === 3) gate.way = 'open';
      return lines.length > 0;
    },
    { since: 0, port: gate.port },
  );
  await over();
  expect(waits).toEqual([1_000, 2_000, 7_000]);
  expect(notes).toEqual([
    'the shop API cannot be reached (ECONNRESET); retrying',
    'the shop API responds again',
    `posting events after sequence 0 to ${receiver.url}; Ctrl-C stops`,
  ]);
});

it('Listener posts each event once, even if the connection of the event stream is lost', async () => {
  const gate = await Gate.before(service.port);
  await written();
  const { over, waits, notes } = rehearsal(
    async ({ lines, waits: { length } }) => {
      if (length === 0 && lines.length === 1) gate.closeConnections();
      if (length === 1 && lines.length === 1) await written();
      return lines.length === 2;
    },
    { since: 0, port: gate.port },
  );
  await over();
  expect([receiver.sequences, waits, notes.length]).toEqual([[1, 2], [1_000], 1]);
});

it('Listener polls the list of events if the server does not support event streams', async () => {
  const gate = await Gate.before(service.port);
  gate.hasStreams = false;
  await written();
  const { over, waits } = rehearsal(
    async ({ lines, waits: { length } }) => {
      if (length === 1 && lines.length === 1) await written();
      return lines.length === 2;
    },
    { since: 0, port: gate.port },
  );
  await over();
  expect([receiver.sequences, waits[0]]).toEqual([[1, 2], 1_000]);
});

it.each<[Simulation, number[], number[], string[]]>([
  ['429', [1, 2], [2_000, 2_000], ['429,not sent,again in 2 s', '204']],
  ['503', [1, 1, 2, 2], [2_000, 2_000], ['503,instead of 204,again in 2 s', '204']],
  ['slow', [1, 2], [10_000, 10_000], ['204']],
  ['duplicate', [1, 1, 2, 2], [], ['204', '204,duplicate']],
])(
  'Listener simulates %s: posts sequence numbers %j after pauses of %j ms',
  async (simulate, ...expected) => {
    const [sequences, pauses, linesOfEvent] = expected;
    await written();
    await written();
    // With a clock that is behind, a slow event waits for the maximum time.
    const given = { since: 0, simulate, now: () => 0 };
    const { over, waits, lines } = rehearsal((said) => said.lines.length === 2 * linesOfEvent.length, given);
    await over();
    expect([receiver.sequences, waits]).toEqual([sequences, pauses]);
    expect(lines.map((line) => line.split('  ').toSpliced(5, 1).slice(4).join())).toEqual([
      ...linesOfEvent,
      ...linesOfEvent,
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  },
);

describe('Listener throws Refused for', () => {
  const refusal = async (given: Parameters<typeof rehearsal>[1]) => {
    const { listener, waits } = rehearsal(() => false, given);
    const refused = (await listener.run().catch((error: Error) => error)) as Error;
    expect(refused).toBeInstanceOf(Refused);
    expect(waits).toEqual([]);
    expect(refused.message).not.toMatch(/[\r\n]|sw[ao]_/);
    return refused.message;
  };

  it('a token of another shop', async () => {
    const foreign = await anAccessToken(database, await aShop(database));
    expect(await refusal({ token: foreign })).toMatch(/^the shop API returned status 401: invalid_token\. /);
  });

  it('a token without the scope to read events', async () => {
    const blind = await anAccessToken(database, shop, ['meta.get']);
    expect(await refusal({ token: blind })).toMatch(
      /^the shop API returned status 403: insufficient_scope\. .*events\.collection/,
    );
  });

  it('a sequence number after which events were deleted from the event log', async () => {
    await database.query(
      'INSERT INTO shop.event_streams (shop_id, last_sequence, first_sequence) VALUES ($1, 9, 5)',
      [shop.id],
    );
    expect(await refusal({ since: 1 })).toMatch(
      /^the shop API returned status 410: events_expired\. .*continue from 4\.$/,
    );
  });

  it('a server that is not the shop API', async () => {
    const gate = await Gate.before(service.port);
    gate.way = { status: 200, body: '<html>' };
    expect(await refusal({ port: gate.port })).toBe('the server at the base URL is not a shop API');
    gate.way = { status: 301, headers: { location: '/' } };
    expect(await refusal({ port: gate.port })).toMatch(
      /^the shop API returned status 301: check that the base URL is a shop API/,
    );
  });
});
