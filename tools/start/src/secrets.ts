import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(newSecrets(), null, 2), { mode: 0o600 });
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch {
    throw new StartError(`${file} can't be read as JSON: mend it, or remove the whole folder to begin anew.`);
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
