import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  exposedFile,
  forgetCredentials,
  keepCredentials,
  readCredentials,
  withCredentials,
} from './credentials';

const folder = mkdtempSync(join(tmpdir(), 'storewright-cli-'));
const environment = { XDG_CONFIG_HOME: folder };
const base_url = 'https://a-shop.example';
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => forgetCredentials(environment));

const modeOf = (path: string) => statSync(path).mode & 0o777;

it('keepCredentials() makes the credentials file and its folder private, even if other users could read them', () => {
  const file = keepCredentials(environment, { token: 'swa_a' });
  expect(file).toBe(join(folder, 'storewright/credentials.json'));
  chmodSync(file, 0o644);
  chmodSync(dirname(file), 0o755);
  expect(exposedFile(environment)).toBe(file);
  keepCredentials(environment, { token: 'swa_a' });
  expect([modeOf(file), modeOf(dirname(file))]).toEqual([0o600, 0o700]);
  expect(exposedFile(environment)).toBeUndefined();
});

it.each([0o640, 0o604, 0o620])('exposedFile() returns the path of a file with mode %o', (mode) => {
  chmodSync(keepCredentials(environment, {}), mode);
  expect(exposedFile(environment)).toBeDefined();
});

it('exposedFile() returns undefined for a missing file', () => {
  expect(exposedFile(environment)).toBeUndefined();
});

it('keepCredentials() replaces the file atomically and leaves no temporary file after a failure', () => {
  const file = keepCredentials(environment, { token: 'swa_a' });
  rmSync(file);
  mkdirSync(file);
  expect(() => keepCredentials(environment, { token: 'swa_b' })).toThrow();
  expect(readdirSync(dirname(file))).toEqual(['credentials.json']);
  rmSync(file, { recursive: true });
});

it('keepCredentials() keeps the permissions of a folder that the user chose', () => {
  const named = join(folder, 'named');
  mkdirSync(named, { mode: 0o755 });
  const file = keepCredentials({ STOREWRIGHT_CREDENTIALS: join(named, 'c.json') }, { token: 'swa_a' });
  expect([modeOf(file), modeOf(named)]).toEqual([0o600, 0o755]);
});

it('keepCredentials() merges new with stored credentials, and replaces a damaged file', () => {
  writeFileSync(keepCredentials(environment, {}), '{"token":');
  keepCredentials(environment, { base_url, token: 'swa_a' });
  keepCredentials(environment, { auth_url: 'https://auth.example' });
  expect(readCredentials(environment)).toEqual({
    base_url,
    token: 'swa_a',
    auth_url: 'https://auth.example',
  });
});

it("withCredentials() adds missing environment variables, and uses a stored token only for the token's shop", () => {
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
