// Uses raw SQL instead of TypeORM, because key digests are read and stored before the service accepts
// requests.
import { createHmac } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { tableOf } from '@storewright/rows';
import type { Client } from 'pg';
import { KeyCheck } from './key-check.entity';

export interface ServiceKeys {
  secrets: ReadonlyMap<string, Uint8Array>;
  /**
   * Token keys in TOKEN_KEY, newest first. Only the auth API has these keys, and only the auth API stores key
   * digests.
   */
  tokens?: readonly Uint8Array[];
}

const table = tableOf(KeyCheck);
const log = new Logger('keys');
const digestOf = (key: Uint8Array) => createHmac('sha256', key).update('storewright key').digest();

/**
 * Logs an error if the existing data was encrypted with a key that is not configured, for example after a
 * restore with the keys of a different platform. The service still starts, because the old keys may be lost.
 */
export async function compareKeys(client: Client, { secrets, tokens }: ServiceKeys): Promise<void> {
  const { rows } = await client.query<KeyCheck>(`SELECT name, digest FROM ${table}`);
  const noted = new Map(rows.map(({ name, digest }) => [name, digest]));
  const own = new Map([...secrets].map(([id, key]) => [`SECRETS_KEY ${id}`, digestOf(key)]));
  const wrong = whatIsWrong(own, noted);
  if (wrong) log.error(wrong);
  if (!tokens) return;
  if (!wrong) for (const [name, digest] of own) await note(client, name, digest);
  const before = noted.get('TOKEN_KEY');
  const digests = tokens.map(digestOf);
  if (before?.equals(digests[0]!)) return;
  if (before && !digests.some((each) => before.equals(each)))
    log.error('TOKEN_KEY has changed. A token exchange whose response was lost cannot be repeated.');
  await note(client, 'TOKEN_KEY', digests[0]!);
}

/**
 * Returns an error message if the keys of SECRETS_KEY do not match the stored key digests. Accepts a new key
 * if a known key is also configured.
 */
function whatIsWrong(
  own: ReadonlyMap<string, Buffer>,
  noted: ReadonlyMap<string, Buffer>,
): string | undefined {
  const other = [...own].find(([name, digest]) => noted.get(name)?.equals(digest) === false);
  if (other)
    return (
      `${idOf(other[0])} differs from the earlier key with this id. ` +
      'Data encrypted with the earlier key cannot be decrypted.'
    );
  const known = [...noted.keys()].filter((name) => name.startsWith('SECRETS_KEY '));
  if (known.length === 0 || known.some((name) => own.has(name))) return undefined;
  const ids = known.map((name) => name.slice('SECRETS_KEY '.length)).join(', ');
  return `SECRETS_KEY contains none of the earlier keys (${ids}). Data encrypted with them cannot be decrypted.`;
}

const idOf = (name: string) => name.replace(/ (.*)/, ': "$1"');

async function note(client: Client, name: string, digest: Buffer): Promise<void> {
  await client.query(
    `INSERT INTO ${table} (name, digest) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET digest = excluded.digest`,
    [name, digest],
  );
}
