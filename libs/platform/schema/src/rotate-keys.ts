import { createHmac } from 'node:crypto';
import { deriveOAuthToken, digestBytes, open, seal, type SealingKeys } from '@storewright/tokens';
import type { Client } from 'pg';
import type { Servers } from './migrate';
import type { RolePasswords } from './roles';
import { withConnections } from './shop-file/connections';

export interface RotationKeys {
  /** Keys of the setting SECRETS_KEY. The first key encrypts, and all keys decrypt. */
  secrets: SealingKeys;
  /** Keys of the setting TOKEN_KEY, the newest first. */
  tokens: readonly Uint8Array[];
}

export interface Rotation {
  resealed: number;
  /** Number of encrypted secrets, keyed by the id of the encryption key. */
  sealedBy: Readonly<Record<string, number>>;
  /**
   * Number of valid OAuth tokens that were derived from an earlier key of TOKEN_KEY. After the removal of
   * that key, an app that repeats its token request gets a different token.
   */
  tokensOfEarlierKeys: number;
  /**
   * Number of recent nonce exchanges that an app can still repeat. A repetition needs the key of the first
   * exchange.
   */
  repeatableExchanges: number;
}

const rowsAtOnce = 200;

/**
 * Encrypts every secret with the first key of SECRETS_KEY, in small transactions, while the services run. An
 * interrupted run can be repeated. OAuth tokens are stored only as digests, so the function only counts the
 * tokens that need an earlier key of TOKEN_KEY.
 */
export function rotateKeys(
  servers: Servers,
  passwords: Pick<RolePasswords, 'owner'>,
  keys: RotationKeys,
): Promise<Rotation> {
  return withConnections(servers, passwords, async ({ auth }) => {
    await refuseUnknownKey(auth, keys.secrets);
    const tables = await sealedTables(auth);
    let resealed = 0;
    for (const table of tables) resealed += await resealTable(auth, table, keys.secrets);
    return {
      resealed,
      sealedBy: await countByKey(auth, tables),
      ...(await countOfEarlierKeys(auth, keys.tokens)),
    };
  });
}

/**
 * Throws if the auth API has not recorded the first key at its startup (key-checks.ts), because the services
 * could not decrypt new secrets.
 */
async function refuseUnknownKey(auth: Client, keys: SealingKeys): Promise<void> {
  const [[id, key]] = [...keys] as [[string, Uint8Array]];
  const name = `SECRETS_KEY ${id}`;
  const { rows } = await auth.query<{ digest: Buffer }>(
    'SELECT digest FROM auth.key_checks WHERE name = $1',
    [name],
  );
  const digest = createHmac('sha256', key).update('storewright key').digest();
  if (!rows[0]?.digest.equals(digest))
    throw new Error(
      `no service has started with the first key of SECRETS_KEY ("${id}"): restart all services with it first.`,
    );
}

async function sealedTables(auth: Client): Promise<string[]> {
  const { rows } = await auth.query<{ name: string }>(`
    SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute s ON s.attrelid = c.oid AND s.attname = 'sealed' AND NOT s.attisdropped
    WHERE n.nspname = 'auth' AND c.relkind = 'r' ORDER BY 1`);
  return rows.map(({ name }) => name);
}

/**
 * Encrypts the secrets of a table with the first key. Returns the number of updated rows. Skips rows that a
 * service has locked, which another run can encrypt.
 */
async function resealTable(auth: Client, table: string, keys: SealingKeys): Promise<number> {
  const [[newest]] = [...keys] as [[string, Uint8Array]];
  // Updates by ctid, because the ctid of a locked row does not change until the transaction ends.
  const select = `SELECT ctid::text, sealed FROM ${table} WHERE split_part(sealed, ':', 2) <> $1 LIMIT ${rowsAtOnce} FOR UPDATE SKIP LOCKED`;
  let resealed = 0;
  for (;;) {
    await auth.query('BEGIN');
    const { rows } = await auth.query<{ ctid: string; sealed: string }>(select, [newest]);
    for (const { ctid, sealed } of rows) {
      const secret = openOf(keys, sealed, table);
      await auth.query(`UPDATE ${table} SET sealed = $1 WHERE ctid = $2::tid`, [seal(keys, secret), ctid]);
    }
    await auth.query('COMMIT');
    resealed += rows.length;
    if (rows.length === 0) return resealed;
  }
}

function openOf(keys: SealingKeys, sealed: string, table: string): string {
  try {
    return open(keys, sealed);
  } catch (error) {
    throw new Error(`a secret of ${table} does not open: ${(error as Error).message}`, { cause: error });
  }
}

async function countByKey(auth: Client, tables: readonly string[]): Promise<Record<string, number>> {
  const all = tables.map((name) => `SELECT sealed FROM ${name}`).join(' UNION ALL ');
  const { rows } = await auth.query<{ id: string; count: string }>(
    `SELECT split_part(sealed, ':', 2) AS id, count(*) AS count FROM (${all}) s GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ id, count }) => [id, Number(count)]));
}

async function countOfEarlierKeys(
  auth: Client,
  [, ...earlier]: readonly Uint8Array[],
): Promise<Pick<Rotation, 'tokensOfEarlierKeys' | 'repeatableExchanges'>> {
  const { rows } = await auth.query<{ id: string; digest: Buffer }>(
    `SELECT id, digest FROM auth.oauth_tokens WHERE status = 'active' AND digest IS NOT NULL`,
  );
  const isOfEarlier = ({ id, digest }: { id: string; digest: Buffer }) =>
    earlier.some((key) =>
      digest.equals(digestBytes(deriveOAuthToken(key, `client_credentials:${id}`).digest)),
    );
  const exchanges = await auth.query<{ count: string }>(
    `SELECT count(*) AS count FROM auth.nonces n JOIN auth.oauth_tokens t ON t.shop_id = n.shop_id AND t.id = n.oauth_token_id
     WHERE t.status = 'active' AND t.first_used_at IS NULL AND n.expires_at > now()`,
  );
  return {
    tokensOfEarlierKeys: rows.filter(isOfEarlier).length,
    repeatableExchanges: Number(exchanges.rows[0]!.count),
  };
}
