import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { RolePasswords } from '@storewright/schema';
import { StartError } from './start-error';

/** What this machine's platform keeps to itself: made at the first start, readable by its user alone. */
export interface Secrets {
  passwords: RolePasswords;
  /** 32 bytes as base64 each. */
  tokenKey: string;
  secretsKey: string;
  ownerPassword: string;
}

export function keptSecrets(file: string): Secrets {
  if (!existsSync(file)) {
    // In place whole or not at all, whatever ends this process.
    writeFileSync(`${file}.new`, JSON.stringify(newSecrets(), null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  const { passwords, tokenKey, secretsKey, ownerPassword } = readJson(file);
  const all = [passwords?.owner, passwords?.auth, passwords?.shop, tokenKey, secretsKey, ownerPassword];
  if (!all.every((each) => each && typeof each === 'string'))
    throw new StartError(`${file} is damaged: mend it, or remove the whole folder to begin anew.`);
  return { passwords, tokenKey, secretsKey, ownerPassword } as Secrets;
}

function readJson(file: string): Partial<Secrets> {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets> | null) ?? {};
  } catch {
    return {};
  }
}

function newSecrets(): Secrets {
  const random = (bytes: number) => randomBytes(bytes).toString('base64');
  const password = () => randomBytes(24).toString('base64url');
  return {
    passwords: { owner: password(), auth: password(), shop: password() },
    tokenKey: random(32),
    secretsKey: random(32),
    ownerPassword: password(),
  };
}
