import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from './signature';
import { mintWebhookSecret } from './webhook-secret';

const body = '{"type":"meta.updated","data":{"note":"ü\\u2028 \\n"}}';
const message = { id: '01a1fcc5-3e68-74f2-a1b1-e27dab4ba126', at: Date.now(), body };

it('signatureHeaders returns a signature that the Standard Webhooks library accepts', () => {
  const secret = mintWebhookSecret();
  const headers = signatureHeaders(message, [secret]);
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(message.id, new Date(message.at), body));
});

it('signatureHeaders signs with the old and the new webhook secret during a rotation', () => {
  const [older, newer, other] = [mintWebhookSecret(), mintWebhookSecret(), mintWebhookSecret()];
  const headers = signatureHeaders(message, [newer, older]);
  for (const secret of [older, newer]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
});

it.each([
  ['a changed body', { body: `${body} ` }],
  ['a changed event id', { id: 'another' }],
  ['a changed timestamp', { at: message.at + 1000 }],
])('a webhook signature is invalid for %s', (_, change) => {
  const secret = mintWebhookSecret();
  const { 'webhook-signature': signature } = signatureHeaders(message, [secret]);
  const headers = {
    ...signatureHeaders({ ...message, ...change }, [secret]),
    'webhook-signature': signature,
  };
  expect(() => new Webhook(secret).verify({ ...message, ...change }.body, headers)).toThrow();
});

it('a webhook secret is whsec_ followed by 32 random bytes in base64', () => {
  const secret = mintWebhookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(mintWebhookSecret()).not.toBe(secret);
});
