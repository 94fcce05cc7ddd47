import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What `login` keeps, readable by its user alone. */
export interface Credentials {
  /** Of the shop that requests go to. */
  base_url?: string;
  token?: string;
  auth_url?: string;
  /** Of the developer, for as long as it lives. */
  session?: string;
}

const fileOf = (environment: NodeJS.ProcessEnv): string =>
  environment['STOREWRIGHT_CREDENTIALS'] ||
  join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'storewright', 'credentials.json');

/** Nothing where there is no file, or a damaged one. */
export function readCredentials(environment: NodeJS.ProcessEnv): Credentials {
  try {
    return (JSON.parse(readFileSync(fileOf(environment), 'utf8')) as Credentials | null) ?? {};
  } catch {
    return {};
  }
}

/** In place whole or not at all; gives the file's path. */
export function keepCredentials(environment: NodeJS.ProcessEnv, credentials: Credentials): string {
  const file = fileOf(environment);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Of a file that somebody named elsewhere the folder is theirs.
  if (!environment['STOREWRIGHT_CREDENTIALS']) chmodSync(dirname(file), 0o700);
  const whole = { ...readCredentials(environment), ...credentials };
  const written = `${file}.${crypto.randomUUID()}`;
  try {
    // `wx`: no file or link that is there already is written into.
    writeFileSync(written, JSON.stringify(whole, null, 2) + '\n', { mode: 0o600, flag: 'wx' });
    renameSync(written, file);
  } finally {
    rmSync(written, { force: true });
  }
  return file;
}

/** The file, where others than its user can read or change it. Windows keeps its rights elsewhere. */
export function exposedFile(environment: NodeJS.ProcessEnv): string | undefined {
  const file = fileOf(environment);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & 0o077) !== 0 ? file : undefined;
}

export function forgetCredentials(environment: NodeJS.ProcessEnv): void {
  rmSync(fileOf(environment), { force: true });
}

/** The environment, filled with what `login` has kept. A token goes to the shop that it was given for, and nowhere else. */
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
