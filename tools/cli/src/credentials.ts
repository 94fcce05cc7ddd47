import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Data that `login` stores with access for the user only. */
export interface Credentials {
  /** Selected shop. */
  base_url?: string;
  token?: string;
  auth_url?: string;
  /** Session of the developer. */
  session?: string;
}

const fileOf = (environment: NodeJS.ProcessEnv): string =>
  environment['STOREWRIGHT_CREDENTIALS'] ||
  join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'storewright', 'credentials.json');

/** Returns nothing for a missing or damaged file. */
export function readCredentials(environment: NodeJS.ProcessEnv): Credentials {
  try {
    return (JSON.parse(readFileSync(fileOf(environment), 'utf8')) as Credentials | null) ?? {};
  } catch {
    return {};
  }
}

/** Replaces the file atomically and returns its path. */
export function keepCredentials(environment: NodeJS.ProcessEnv, credentials: Credentials): string {
  const file = fileOf(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // The folder of a user-chosen file keeps its permissions.
  if (!environment['STOREWRIGHT_CREDENTIALS']) chmodSync(dirname(file), 0o700);
  const whole = { ...readCredentials(environment), ...credentials };
  const written = `${file}.${crypto.randomUUID()}`;
  try {
    // `wx` never writes into an existing file or link.
    writeFileSync(written, JSON.stringify(whole, null, 2) + '\n', { mode: 0o600, flag: 'wx' });
    renameSync(written, file);
  } finally {
    rmSync(written, { force: true });
  }
  return file;
}

/** Returns the file if other users can access it. Windows has no such modes. */
export function exposedFile(environment: NodeJS.ProcessEnv): string | undefined {
  const file = fileOf(environment);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & 0o077) !== 0 ? file : undefined;
}

export function forgetCredentials(environment: NodeJS.ProcessEnv): void {
  rmSync(fileOf(environment), { force: true });
}

/** Adds stored credentials to the environment. A token is used only for the shop that it belongs to. */
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
