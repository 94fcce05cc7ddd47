import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from '@storewright/testing';
import { mintToken } from '@storewright/tokens';
import {
  anOwnedShop,
  authApi,
  codesOf,
  newObject,
  type OwnedShop,
  type TestService,
  untilRefused,
} from './testing/test-service';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const keyId = 'f9525bf080f75b3506ca1ead061add62b8633a346606dc5fe544e29231c6ee0d';
const gitlabToken = 'a-text-of-the-gitlab-instance';
let keys: Server;
let keyRequests = 0;
let service: TestService;
let shop: OwnedShop;

beforeAll(async () => {
  const key = publicKey.export({ type: 'spki', format: 'pem' });
  const document = {
    public_keys: [{ key_identifier: keyId, key, is_current: true }],
    padding: 'x'.repeat(2_000),
  };
  keys = createServer((_, response) => {
    keyRequests += 1;
    response.end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  service = await authApi({
    GITHUB_SECRET_SCANNING_KEYS_URL: `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`,
    GITLAB_REVOCATION_TOKENS: `another-text-of-gitlab,${gitlabToken}`,
    WEBHOOKS_ALLOW_LOOPBACK: 'true',
  });
  shop = await anOwnedShop(service);
});
afterAll(async () => {
  keys.close();
  await service.stop();
});

async function aToken(): Promise<string> {
  const made = await shop.api.post(
    `${shop.path}/access_tokens`,
    newObject('access_tokens', { name: 'Till' }),
  );
  return made.body.meta.token as string;
}
const send = (path: string, body: string, headers: Record<string, string>): Promise<Response> =>
  service.api.send('POST', `/api/token_reports/${path}`, {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
const ofGithub = (body: string, signed = body, id = keyId) =>
  send('github', body, {
    'github-public-key-identifier': id,
    'github-public-key-signature': sign('sha256', Buffer.from(signed), privateKey).toString('base64'),
  });
const use = (token: string) => service.api.as(token).get(shop.path);
const urlsOfLeaks = async () => {
  const list = await shop.api.get(`${shop.path}/audit_entries?filter[kind]=access_tokens.leaked&sort=-id`);
  return (list.body.data as { attributes: { detail: object } }[]).map(({ attributes }) => attributes.detail);
};

describe('POST /api/token_reports/github', () => {
  it('revokes the tokens in a signed report and labels each match as true or false positive', async () => {
    const [token, unknown] = [await aToken(), mintToken('access_token').reveal()];
    const type = 'storewright_access_token';
    const url = 'https://github.com/octocat/Hello-World/blob/1/bar.txt';
    const body = JSON.stringify([
      { token, type, url, source: 'content' },
      { token: unknown, type, url, source: 'content' },
      { token: 'no token', type, url },
    ]);
    const label = (token_raw: string, text: string) => ({ token_raw, token_type: type, label: text });
    const labels = [
      label(token, 'true_positive'),
      label(unknown, 'false_positive'),
      label('no token', 'false_positive'),
    ];
    for (const answer of [await ofGithub(body), await ofGithub(body)])
      expect([answer.status, answer.body]).toEqual([200, labels]);
    await untilRefused(() => use(token));
    expect(await urlsOfLeaks()).toEqual([expect.objectContaining({ reported_by: 'github', url })]);
    expect(keyRequests).toBe(1);
  });

  it('returns 401 for a wrong signature, an unknown key or a missing signature, and revokes nothing', async () => {
    const token = await aToken();
    const body = JSON.stringify([{ token, type: 'storewright_access_token', url: 'https://github.com/a' }]);
    for (const answer of [
      await ofGithub(body, `${body} `),
      await ofGithub(body, body, '0'.repeat(64)),
      await send('github', body, {}),
    ])
      expect([answer.status, codesOf(answer)]).toEqual([401, ['invalid_client']]);
    expect((await use(token)).status).toBe(200);
    expect(keyRequests).toBe(1);
  });

  it.each(['{', '{}', '[1]', '[null]', '[{"token":1,"type":"x"}]'])(
    'returns 400 for the body %s',
    async (body) => {
      const answer = await ofGithub(body);
      expect([answer.status, codesOf(answer)]).toEqual([400, ['malformed_document']]);
    },
  );
});

describe('the Token Revocation API of GitLab', () => {
  const path = 'gitlab/v1/revoke_tokens';
  const type = 'gitleaks_rule_id_storewright_access_token';

  it('lists revocable token types and revokes the tokens that an authenticated GitLab reports', async () => {
    const types = await service.api.send('GET', '/api/token_reports/gitlab/v1/revocable_token_types', {
      headers: { authorization: gitlabToken },
    });
    expect((types.body as unknown as { types: string[] }).types).toContain(type);
    const token = await aToken();
    const location = `https://gitlab.example/a\0/bc${'💥'.repeat(300)}`;
    const body = JSON.stringify([{ type, token, location }]);
    expect((await send(path, body, { authorization: gitlabToken })).status).toBe(204);
    await untilRefused(() => use(token));
    expect((await urlsOfLeaks())[0]).toMatchObject({
      reported_by: 'gitlab',
      url: `https://gitlab.example/a/bc${'💥'.repeat(236)}\uFFFD`,
    });
  });

  it('returns 401 for a wrong bearer token and 400 for an unsupported token type, and revokes nothing', async () => {
    const token = await aToken();
    const matches = [
      { type, token },
      { type: 'gitleaks_rule_id_gitlab_personal_access_token', token },
    ];
    const refused = await send(path, JSON.stringify([matches[0]]), { authorization: 'Bearer guess' });
    expect([refused.status, codesOf(refused)]).toEqual([401, ['invalid_client']]);
    const other = await send(path, JSON.stringify(matches), { authorization: `Bearer ${gitlabToken}` });
    expect([other.status, codesOf(other)]).toEqual([400, ['malformed_document']]);
    expect((await use(token)).status).toBe(200);
  });
});

describe('GET /api/token_patterns', () => {
  it('returns patterns that match every kind of token', async () => {
    const { body } = await service.api.get('/api/token_patterns');
    const { patterns } = body as unknown as { patterns: { type: string; pattern: string }[] };
    for (const kind of ['access_token', 'oauth_token', 'app_secret'] as const) {
      const { pattern } = patterns.find(({ type }) => type === `storewright_${kind}`)!;
      expect(mintToken(kind).reveal()).toMatch(new RegExp(`^${pattern}$`));
    }
  });
});
