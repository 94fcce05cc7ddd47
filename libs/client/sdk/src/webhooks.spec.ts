import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { secretProof } from './secret-proof';
import { verify, verifyRequest, WebhookVerificationError } from './webhooks';

const [secret, other] = [7, 9].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [
  string,
  string,
];
const body = '{"type":"meta.updated","data":{"note":"ü\\u2028 \\n"},"sequence":7}';
const sent = new Date('2026-11-22T12:00:00Z');
const now = sent.getTime();
const signed = (text = body, by = secret) => ({
  'webhook-id': 'e-1',
  'webhook-timestamp': String(now / 1000),
  'webhook-signature': new Webhook(by).sign('e-1', sent, text),
});
const reasonOf = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return (error as WebhookVerificationError).reason;
};

it('verify accepts text or bytes that an independent library signed, and returns the event with its id', async () => {
  const event = { id: 'e-1', type: 'meta.updated', data: { note: 'ü\u2028 \n' }, sequence: 7 };
  expect(await verify(body, signed(), secret, { now })).toEqual(event);
  expect(await verify(Buffer.from(body), signed(), secret, { now })).toEqual(event);
});

it('verify accepts headers of Node.js, the Fetch API and web frameworks', async () => {
  const headers = signed();
  const [id, timestamp, signature] = Object.values(headers) as [string, string, string];
  const ofNode = { 'Webhook-Id': id, 'WEBHOOK-TIMESTAMP': [timestamp], 'webhook-signature': signature };
  for (const each of [headers, new Headers(headers), ofNode])
    await expect(verify(body, each, secret, { now })).resolves.toMatchObject({ id: 'e-1' });
});

it('verifyRequest verifies a Request of the Fetch API', async () => {
  const request = new Request('https://app.example/webhooks', { method: 'POST', headers: signed(), body });
  expect(await verifyRequest(request, secret, { now })).toMatchObject({ sequence: 7 });
});

it('verify accepts the old and the new secret while the sender or the receiver rotates secrets', async () => {
  const both = {
    ...signed(),
    'webhook-signature': `v1a,x v1,!! ${signed(body, other)['webhook-signature']} ${signed()['webhook-signature']}`,
  };
  await expect(verify(body, both, secret, { now })).resolves.toBeDefined();
  await expect(verify(body, signed(), [other, secret], { now })).resolves.toBeDefined();
});

it.each<[string, string, object, string]>([
  ['a changed body', `${body} `, {}, 'no_match'],
  ['a body that was parsed and serialized again', JSON.stringify(JSON.parse(body)), {}, 'no_match'],
  ['a changed id', body, { 'webhook-id': 'e-2' }, 'no_match'],
  ['a changed timestamp', body, { 'webhook-timestamp': String(now / 1000 + 1) }, 'no_match'],
  [
    'an unknown signature version',
    body,
    { 'webhook-signature': signed()['webhook-signature'].replace('v1,', 'v2,') },
    'no_match',
  ],
  ['no id header', body, { 'webhook-id': '' }, 'missing_header'],
  ['no timestamp header', body, { 'webhook-timestamp': undefined }, 'missing_header'],
  ['no signature header', body, { 'webhook-signature': [] }, 'missing_header'],
  ['an invalid timestamp', body, { 'webhook-timestamp': 'soon' }, 'malformed_header'],
])('verify rejects a webhook with %s', async (_, text, change, reason) => {
  expect(await reasonOf(verify(text, { ...signed(), ...change }, secret, { now }))).toBe(reason);
});

it('verify rejects a timestamp over five minutes in the past or future with distinct reasons', async () => {
  for (const apart of [300, -300])
    await expect(verify(body, signed(), secret, { now: now + apart * 1000 })).resolves.toBeDefined();
  expect(await reasonOf(verify(body, signed(), secret, { now: now + 600_000 }))).toBe('too_old');
  expect(await reasonOf(verify(body, signed(), secret, { now: now - 600_000 }))).toBe('too_new');
  await expect(
    verify(body, signed(), secret, { now: now + 600_000, toleranceSeconds: 600 }),
  ).resolves.toBeDefined();
});

it('verify throws for invalid arguments before it checks the signature', async () => {
  await expect(verify(JSON.parse(body) as string, signed(), secret, { now })).rejects.toThrow(TypeError);
  await expect(verify(body, signed(), 'secret', { now })).rejects.toThrow(/whsec_/);
  await expect(verify(body, signed(), 'whsec_', { now })).rejects.toThrow(/whsec_/);
});

it('secretProof returns the HMAC-SHA256 of the token with the app’s secret in hexadecimal', async () => {
  const expected = createHmac('sha256', 'swk_secret').update('swo_token').digest('hex');
  expect(await secretProof('swo_token', 'swk_secret')).toBe(expected);
});
