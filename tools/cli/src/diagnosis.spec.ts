import { headersOf } from '@storewright/webhook-message';
import { webhooks } from '@storewright/sdk';
import { compare, examine, type Send } from './diagnosis';

const [secret, other, previous] = [7, 8, 9].map(
  (byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`,
) as [string, string, string];
const now = Date.parse('2026-11-22T12:00:00Z');

/** Starts a correct receiver with the given deviations. */
const aReceiver =
  (given: { knows?: string; clock?: number; anyTime?: true; read?: (body: string) => string } = {}): Send =>
  async ({ headers, body }) => {
    const { knows = secret, clock = 0, read = (text) => text } = given;
    const toleranceSeconds = given.anyTime ? Infinity : 300;
    try {
      await webhooks.verify(read(body), headers, knows, { now: now + clock, toleranceSeconds });
      return 204;
    } catch {
      return 401;
    }
  };

const said = async (send: Send) =>
  (await examine(send, { secret, previous, now })).map(({ ok, text }) => `${ok ? 'ok' : '!!'} ${text}`);

it('doctor finds no problem with a correct webhook receiver', async () => {
  expect(await said(aReceiver())).toEqual([
    'ok The receiver accepts a valid signature (204) and rejects a wrong one.',
    'ok The receiver rejects a message that is ten minutes old.',
  ]);
});

it.each<[string, Send, RegExp]>([
  [
    'parses and serializes the body',
    aReceiver({ read: (text) => JSON.stringify(JSON.parse(text)) }),
    /^!! The receiver verifies a body that was parsed and serialized again/,
  ],
  ['uses the previous secret', aReceiver({ knows: previous }), /^!! The receiver knows the previous secret/],
  [
    'uses a different secret',
    aReceiver({ knows: other }),
    /^!! The receiver rejects a valid message. Either it knows another secret/,
  ],
  [
    'has a clock that is ten minutes fast',
    aReceiver({ clock: 600_000 }),
    /^!! The receiver’s clock is wrong: .* 10 minutes in the future/,
  ],
  [
    'has a clock that is ten minutes slow',
    aReceiver({ clock: -600_000 }),
    /^!! The receiver’s clock is wrong: .* 10 minutes in the past/,
  ],
  [
    'has a clock that is an hour fast',
    aReceiver({ clock: 3_600_000 }),
    /^!! The receiver’s clock is wrong: .* 60 minutes in the future/,
  ],
  ['accepts every message', () => Promise.resolve(200), /^!! The receiver accepts a wrong signature/],
  ['does not respond', () => Promise.resolve(undefined), /^!! The URL does not respond/],
  ['returns status 404', () => Promise.resolve(404), /^!! The URL returned status 404/],
])('doctor reports the cause if the webhook receiver %s', async (_, send, line) => {
  const [first, ...more] = await said(send);
  expect(first).toMatch(line);
  expect(more).toEqual([]);
});

it('doctor reports a webhook receiver that accepts old messages', async () => {
  const [, late] = await said(aReceiver({ anyTime: true }));
  expect(late).toMatch(/^!! The receiver accepts a message that is ten minutes old/);
});

describe('compare()', () => {
  const body = '{"type":"meta.created", "data":{"note":"\\u00fc"}}';
  const message = (...secrets: string[]) => ({
    headers: headersOf({ id: 'e', at: now, body }, secrets),
    body,
  });
  const seen = async (sent: ReturnType<typeof message>, came?: string) =>
    (await compare(sent, { secret, came })).map(({ ok, text }) => `${ok ? 'ok' : '!!'} ${text}`);

  it("recognizes signatures with the current or previous webhook secret and with another app's secret", async () => {
    expect(await seen(message(secret, other))).toEqual([
      'ok WEBHOOK_SECRET signed the message of the platform.',
    ]);
    expect(await seen(message(other, secret))).toEqual([
      expect.stringMatching(/^!! WEBHOOK_SECRET is the previous secret/),
    ]);
    expect(await seen(message(other))).toEqual([expect.stringMatching(/^!! WEBHOOK_SECRET did not sign/)]);
  });

  it.each([
    [body, /^ok The received body equals the sent body/],
    [`${body}\n`, /^!! The received body has different white space/],
    [JSON.stringify(JSON.parse(body)), /^!! The received body was parsed and serialized again/],
    ['{"type":"meta.updated"}', /^!! The received body differs from the sent body/],
    ['<html>', /^!! The received body differs from the sent body/],
  ])('reports how the received body differs from the sent body: %j', async (came, line) => {
    expect((await seen(message(secret), came))[1]).toMatch(line);
  });
});
