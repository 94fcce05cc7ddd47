import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCredentials, readCredentials } from './credentials';
import { UnfinishedError } from './failures';
import type { OAuthResponse } from './oauth';
import { StoredSession } from './stored-session';

const folder = mkdtempSync(join(tmpdir(), 'storewright-session-'));
const environment = { XDG_CONFIG_HOME: folder };
const authUrl = 'https://auth.example';
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => keep('sws_1', 'swr_1'));

const keep = (session: string, refresh_token?: string) =>
  keepCredentials(environment, { auth_url: authUrl, session, refresh_token });
const renewed = { status: 200, body: { access_token: 'sws_2', refresh_token: 'swr_2' } };

/** The stored session with an auth API that runs `meanwhile` and then returns this response. */
function stored(response: OAuthResponse, meanwhile: () => void = () => undefined) {
  const sent: string[] = [];
  const session = new StoredSession(environment, authUrl, 'sws_1', (_path, { refresh_token }) => {
    sent.push(refresh_token!);
    meanwhile();
    return Promise.resolve(response);
  });
  return { session, sent };
}

describe('StoredSession.refresh()', () => {
  it('renews the session token and stores the new tokens', async () => {
    const { session, sent } = stored(renewed);
    expect(await session.refresh()).toBe(true);
    expect([session.token, sent]).toEqual(['sws_2', ['swr_1']]);
    expect(readCredentials(environment)).toMatchObject({ session: 'sws_2', refresh_token: 'swr_2' });
  });

  it('uses a session token that another process has stored, and sends no request', async () => {
    const { session, sent } = stored(renewed);
    keep('sws_other', 'swr_other');
    expect(await session.refresh()).toBe(true);
    expect([session.token, sent]).toEqual(['sws_other', []]);
  });

  it('uses a session token that another process stores during a request with a rejected refresh token', async () => {
    const refused = { status: 400, body: { error: 'invalid_grant' } };
    const { session } = stored(refused, () => keep('sws_other', 'swr_other'));
    expect([await session.refresh(), session.token]).toEqual([true, 'sws_other']);
    expect(await stored(refused).session.refresh()).toBe(true);
    keep('sws_1', 'swr_1');
    expect(await stored(refused).session.refresh()).toBe(false);
  });

  it('returns false without a refresh token, and throws if the auth API does not respond', async () => {
    keep('sws_1');
    expect(await stored(renewed).session.refresh()).toBe(false);
    keep('sws_1', 'swr_1');
    await expect(stored({ status: 0, body: {} }).session.refresh()).rejects.toThrow(UnfinishedError);
    await expect(stored({ status: 503, body: {} }).session.refresh()).rejects.toThrow(/status 503/);
  });

  it('neither sends nor replaces stored tokens of another auth API', async () => {
    const other = { auth_url: 'https://other.example', session: 'sws_other', refresh_token: 'swr_other' };
    keepCredentials(environment, other);
    const { session, sent } = stored(renewed);
    expect([await session.refresh(), session.token, sent]).toEqual([false, 'sws_1', []]);
    expect([session.keep({ session: 'sws_2' }), session.token]).toEqual([true, 'sws_2']);
    expect(readCredentials(environment)).toMatchObject(other);
  });
});
