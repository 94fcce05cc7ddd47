import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { RolePasswords } from '@storewright/schema';
import { StartError } from './start-error';

/**
 * Encryption keys and passwords of this platform. The first start creates them in a file that only the user
 * can read.
 */
export interface Secrets {
  passwords: RolePasswords;
  /** Encryption keys of 32 bytes in base64. */
  tokenKey: string;
  secretsKey: string;
  auditKey: string;
  ownerPassword: string;
}

export function keptSecrets(file: string): Secrets {
  if (!existsSync(file)) write(file, newSecrets());
  const kept = readJson(file);
  const passwords = kept.passwords as Partial<RolePasswords> | undefined;
  // Adds the password of the webhook worker's database role, which files of older versions lack.
  if (passwords && passwords.hooks === undefined) {
    passwords.hooks = newPassword();
    write(file, kept);
  }
  // Adds the key of the audit log, which files of older versions lack.
  if (kept.tokenKey && kept.auditKey === undefined) {
    kept.auditKey = random(32);
    write(file, kept);
  }
  const { tokenKey, secretsKey, auditKey, ownerPassword } = kept;
  const ofRoles = [passwords?.owner, passwords?.auth, passwords?.shop, passwords?.hooks];
  if (
    ![...ofRoles, tokenKey, secretsKey, auditKey, ownerPassword].every(
      (each) => each && typeof each === 'string',
    )
  )
    throw new StartError(`${file} is damaged. Repair the file, or delete its folder to start with new data.`);
  return { passwords, tokenKey, secretsKey, auditKey, ownerPassword } as Secrets;
}

function write(file: string, secrets: Partial<Secrets>): void {
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readJson(file: string): Partial<Secrets> {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets> | null) ?? {};
  } catch {
    return {};
  }
}

const random = (bytes: number) => randomBytes(bytes).toString('base64');

function newSecrets(): Secrets {
  return {
    passwords: { owner: newPassword(), auth: newPassword(), shop: newPassword(), hooks: newPassword() },
    tokenKey: random(32),
    secretsKey: random(32),
    auditKey: random(32),
    ownerPassword: newPassword(),
  };
}

function newPassword(): string {
  return randomBytes(24).toString('base64url');
}
