import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verification } from './snippets';

describe('the snippet without a library', () => {
  type Verify = (secret: string, headers: Record<string, string>, rawBody: string) => unknown;
  const [, code] = verification.plain.split(/^import .*$/m);
  const verify = new Function('createHmac', 'timingSafeEqual', `${code}; return verify;`)(
    createHmac,
    timingSafeEqual,
  ) as Verify;
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"type":"meta.created"}';
  const signed = (at = new Date()) => ({
    'webhook-id': 'id',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('id', at, body),
  });

  it('takes what the independent library has signed, also behind another signature', () => {
    expect(verify(secret, signed(), body)).toEqual({ type: 'meta.created' });
    const headers = signed();
    const rotated = { ...headers, 'webhook-signature': `v1,c29tZQ== ${headers['webhook-signature']}` };
    expect(verify(secret, rotated, body)).toEqual({ type: 'meta.created' });
  });

  it('refuses another body, another secret and what is older than five minutes', () => {
    expect(() => verify(secret, signed(), `${body} `)).toThrow('not genuine');
    expect(() => verify('whsec_b3RoZXI=', signed(), body)).toThrow('not genuine');
    expect(() => verify(secret, signed(new Date(Date.now() - 301_000)), body)).toThrow('too old');
  });
});
