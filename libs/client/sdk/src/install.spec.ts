import { inspect } from 'node:util';
import { exchange } from './install';
import { refusal, type Scripted, scriptedFetch } from './testing/scripted-fetch';

const authUrl = 'https://platform.example';
const shown = `${authUrl}/api/oauth_tokens/nonce/…`;

describe('install.exchange', () => {
  const page: Scripted = { headers: { 'content-type': 'text/html' }, body: '<html>' };
  it.each([
    ['ApiError', 'a refusal', refusal(410, 'nonce_expired')],
    ['UnexpectedResponseError', 'an HTML page', page],
    ['ConnectionError', 'a broken connection', new TypeError('fetch failed')],
  ])('throws %s after %s, with a message that shows … instead of the nonce', async (name, _, answer) => {
    const { fetch, sent } = scriptedFetch(answer);
    const failed = exchange('n-secret', { authUrl, fetch, maxRetries: 0 });
    const error: unknown = await failed.catch((each: unknown) => each);
    expect(error).toMatchObject({
      name,
      message: expect.stringContaining(`GET ${shown} `),
      asked: { url: shown },
    });
    expect(inspect(error)).not.toMatch(/n-secret|%E2%80%A6/);
    expect(sent[0]!.url).toBe(`${authUrl}/api/oauth_tokens/nonce/n-secret`);
  });
});
