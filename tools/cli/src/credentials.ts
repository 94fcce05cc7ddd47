import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Credentials that `login` stores in a file that only the user can read. */
export interface Credentials {
  base_url?: string;
  token?: string;
  auth_url?: string;
  session?: string;
  /** Token that renews the session token of a device. undefined after a password sign-in. */
  refresh_token?: string | undefined;
  /** Domain of the shop in whose panel the developer signed in. */
  shop?: string | undefined;
}

const fileOf = (environment: NodeJS.ProcessEnv): string =>
  environment['STOREWRIGHT_CREDENTIALS'] ||
  join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'storewright', 'credentials.json');

/** Reads the stored credentials. Returns an empty object if the file is missing or damaged. */
export function readCredentials(environment: NodeJS.ProcessEnv): Credentials {
  try {
    return (JSON.parse(readFileSync(fileOf(environment), 'utf8')) as Credentials | null) ?? {};
  } catch {
    return {};
  }
}

/** Merges credentials into the credentials file, replaces the file atomically, and returns its path. */
export function keepCredentials(environment: NodeJS.ProcessEnv, credentials: Credentials): string {
  const file = fileOf(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Skips the permissions of the folder if STOREWRIGHT_CREDENTIALS is set, because the folder then belongs to
  // the user.
  if (!environment['STOREWRIGHT_CREDENTIALS']) chmodSync(dirname(file), 0o700);
  const whole = { ...readCredentials(environment), ...credentials };
  const written = `${file}.${crypto.randomUUID()}`;
  try {
    // The flag `wx` makes the write fail if the path is an existing file or link.
    writeFileSync(written, JSON.stringify(whole, null, 2) + '\n', { mode: 0o600, flag: 'wx' });
    renameSync(written, file);
  } finally {
    rmSync(written, { force: true });
  }
  return file;
}

/**
 * Returns the path of the credentials file if other users can access the file. Always returns undefined on
 * Windows, which has no such file modes.
 */
export function exposedFile(environment: NodeJS.ProcessEnv): string | undefined {
  const file = fileOf(environment);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & 0o077) !== 0 ? file : undefined;
}

export function forgetCredentials(environment: NodeJS.ProcessEnv): void {
  rmSync(fileOf(environment), { force: true });
}

/**
 * Adds stored credentials to environment variables. A stored token is used only for the shop to which the
 * token belongs.
 */
export function withCredentials(environment: NodeJS.ProcessEnv, baseUrl?: string): NodeJS.ProcessEnv {
  const { base_url, token, auth_url } = readCredentials(environment);
  const asked = baseUrl ?? environment['STOREWRIGHT_BASE_URL'];
  const isSame = !asked || asked.replace(/\/$/, '') === base_url;
  return {
    ...environment,
    STOREWRIGHT_BASE_URL: asked || base_url,
    STOREWRIGHT_TOKEN: environment['STOREWRIGHT_TOKEN'] || (isSame ? token : undefined),
    STOREWRIGHT_AUTH_URL: environment['STOREWRIGHT_AUTH_URL'] || auth_url,
  };
}
