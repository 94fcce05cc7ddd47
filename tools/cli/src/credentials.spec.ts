import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetCredentials, keepCredentials, readCredentials, withCredentials } from './credentials';

const folder = mkdtempSync(join(tmpdir(), 'storewright-cli-'));
const environment = { XDG_CONFIG_HOME: folder };
const base_url = 'https://a-shop.example';
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => forgetCredentials(environment));

it('are readable by their user alone, also in place of a file that everybody could read', () => {
  const file = keepCredentials(environment, { token: 'swa_a' });
  expect(file).toBe(join(folder, 'storewright/credentials.json'));
  rmSync(file);
  writeFileSync(file, '{}', { mode: 0o644 });
  keepCredentials(environment, { token: 'swa_a' });
  expect([statSync(file).mode & 0o777, statSync(join(folder, 'storewright')).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);
});

it('are kept beside each other, and no damaged file is in the way', () => {
  writeFileSync(keepCredentials(environment, {}), '{"token":');
  keepCredentials(environment, { base_url, token: 'swa_a' });
  keepCredentials(environment, { auth_url: 'https://auth.example' });
  expect(readCredentials(environment)).toEqual({
    base_url,
    token: 'swa_a',
    auth_url: 'https://auth.example',
  });
});

it('fill in what the environment does not say, but send a token to no other shop', () => {
  keepCredentials(environment, { base_url, token: 'swa_a' });
  const filled = (given: object, url?: string) => {
    const { STOREWRIGHT_BASE_URL, STOREWRIGHT_TOKEN } = withCredentials({ ...environment, ...given }, url);
    return [STOREWRIGHT_BASE_URL, STOREWRIGHT_TOKEN];
  };
  expect(filled({})).toEqual([base_url, 'swa_a']);
  expect(filled({ STOREWRIGHT_TOKEN: 'swa_b' })).toEqual([base_url, 'swa_b']);
  expect(filled({}, `${base_url}/`)).toEqual([`${base_url}/`, 'swa_a']);
  expect(filled({}, 'https://other.example')).toEqual(['https://other.example', undefined]);
  expect(filled({ STOREWRIGHT_BASE_URL: 'https://other.example' })).toEqual([
    'https://other.example',
    undefined,
  ]);
});
