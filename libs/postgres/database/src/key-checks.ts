// SQL: reads and notes what tells keys apart, before anything is served.
import { createHmac } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { KeyCheck, tableOf } from '@storewright/entities';
import type { Client } from 'pg';

/** The keys that a service has. */
export interface ServiceKeys {
  /** SECRETS_KEY, by id. */
  secrets: ReadonlyMap<string, Uint8Array>;
  /** TOKEN_KEY, the newest first. Who has it notes the keys: the auth API, which seals. */
  tokens?: readonly Uint8Array[];
}

const table = tableOf(KeyCheck);
const log = new Logger('keys');
const digestOf = (key: Uint8Array) => createHmac('sha256', key).update('storewright key').digest();

/**
 * Says in one line which key is another one than before: after a restore with the keys of another platform, nothing else does until an app is refused. The service goes on, for
 * keys may be lost for good.
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
    log.error('TOKEN_KEY is another one than before: an exchange whose answer was lost cannot be repeated.');
  await note(client, 'TOKEN_KEY', digests[0]!);
}

/** Of the keys that seal: a new one stands beside one that is known, or it is not of this platform. */
function whatIsWrong(
  own: ReadonlyMap<string, Buffer>,
  noted: ReadonlyMap<string, Buffer>,
): string | undefined {
  const other = [...own].find(([name, digest]) => noted.get(name)?.equals(digest) === false);
  if (other)
    return `${idOf(other[0])} is another key than the one of this name before: what that one sealed cannot be opened.`;
  const known = [...noted.keys()].filter((name) => name.startsWith('SECRETS_KEY '));
  if (known.length === 0 || known.some((name) => own.has(name))) return undefined;
  return `SECRETS_KEY has none of the keys before (${known.map((name) => name.slice('SECRETS_KEY '.length)).join(', ')}): what they sealed cannot be opened.`;
}

const idOf = (name: string) => name.replace(/ (.*)/, ': "$1"');

async function note(client: Client, name: string, digest: Buffer): Promise<void> {
  await client.query(
    `INSERT INTO ${table} (name, digest) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET digest = excluded.digest`,
    [name, digest],
  );
}
