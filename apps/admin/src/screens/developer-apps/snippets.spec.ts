import { execFileSync } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { callCommands, exchangeCommands, verification } from './snippets';

describe('webhook verification snippet without a library', () => {
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

  it('accepts a signature by the standardwebhooks library, alone or as the second of two signatures', () => {
    expect(verify(secret, signed(), body)).toEqual({ type: 'meta.created' });
    const headers = signed();
    const rotated = { ...headers, 'webhook-signature': `v1,c29tZQ== ${headers['webhook-signature']}` };
    expect(verify(secret, rotated, body)).toEqual({ type: 'meta.created' });
  });

  it('rejects a changed body, another secret and a timestamp older than five minutes', () => {
    expect(() => verify(secret, signed(), `${body} `)).toThrow('not genuine');
    expect(() => verify('whsec_b3RoZXI=', signed(), body)).toThrow('not genuine');
    expect(() => verify(secret, signed(new Date(Date.now() - 301_000)), body)).toThrow('too old');
  });
});

describe('quick-start shell commands of an app', () => {
  const addresses = { id: 'the-id', authUrl: 'https://auth.example', baseUrl: 'https://shop.example' };
  /**
   * Returns the arguments that curl receives, one line for each call. `values` are the values that the
   * developer fills in.
   */
  const given = (commands: string, ...values: string[]): string[] => {
    const filled = commands
      .split('\n')
      .map((line, at) => (at in values ? line.replace(/=.*/, `=${values[at]}`) : line))
      .join('\n');
    const script = `curl() { printf '%s\\n' "$@"; }\n${filled}`;
    return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  };

  it('exchange a nonce, and send the client secret only if the app requires client authentication', () => {
    const address = 'https://auth.example/api/oauth_tokens/nonce/n1';
    expect(given(exchangeCommands(addresses, { require_secret: false }), 'n1')).toEqual([address]);
    expect(given(exchangeCommands(addresses, { require_secret: true }), 'n1', 'swk_1')).toEqual([
      '-u',
      'the-id:swk_1',
      address,
    ]);
  });

  it('call the API with the token, and with a Secret-Proof header if the app requires a proof', () => {
    const plain = ['https://shop.example/api/installation', '-H', 'Authorization: Bearer swo_1'];
    expect(given(callCommands(addresses, { require_proof: false }), 'swo_1')).toEqual(plain);
    const proof = createHmac('sha256', 'swk_1').update('swo_1').digest('hex');
    expect(given(callCommands(addresses, { require_proof: true }), 'swo_1', 'swk_1')).toEqual([
      ...plain,
      '-H',
      `Secret-Proof: ${proof}`,
    ]);
  });
});
