// This file contains SQL for the steps of a nonce exchange on the baseline server.
import { randomUUID } from 'node:crypto';
import { deriveOAuthToken, digestBytes, digestOf } from '@storewright/tokens';
import { type Pool, type PoolClient, types } from 'pg';
import { barePool, reply, serveBare } from './bare';

export interface BareExchangeSettings {
  databaseUrl: string;
  key: Uint8Array;
}

const texts = {
  find: 'SELECT shop_id, oauth_token_id FROM auth.nonces WHERE digest = $1',
  lock: `SELECT 1 FROM auth.installations WHERE shop_id = $1 AND id =
          (SELECT installation_id FROM auth.oauth_tokens WHERE shop_id = $1 AND id = $2) FOR UPDATE`,
  older: `SELECT id FROM auth.oauth_tokens WHERE shop_id = $1 AND status = 'active'
    AND installation_id = (SELECT installation_id FROM auth.oauth_tokens WHERE shop_id = $1 AND id = $2) FOR UPDATE`,
  read: `SELECT t.shop_id, t.id, t.app_id, t.status, t.scopes, t.installation_id, t.digest,
          n.expires_at <= clock_timestamp() AS expired, i.status AS installed,
      s.status AS shop_status, s.domain, s.name, s.title, s.description
    FROM auth.oauth_tokens t JOIN auth.nonces n ON n.shop_id = t.shop_id AND n.oauth_token_id = t.id
    JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id
      JOIN auth.shops s ON s.id = t.shop_id
    WHERE n.digest = $1 FOR UPDATE OF t`,
  activate: `UPDATE auth.oauth_tokens SET status = 'active', digest = $3, updated_at = now() WHERE shop_id = $1
              AND id = $2 RETURNING id, status`,
  mark: 'UPDATE auth.nonces SET exchanged_at = now() WHERE digest = $1',
  audit: `INSERT INTO auth.audit_entries (id, shop_id, app_id, kind, detail, request_id) VALUES ($1, $2, $3,
           'oauth_tokens.exchanged', $4, $5)`,
};

/**
 * Serves nonce exchanges for comparison with the auth API. Runs the same steps as prepared statements,
 * without row-level security, rate limits and logging.
 */
export function runBareExchange(): void {
  serveBare<BareExchangeSettings>(({ databaseUrl, key }) => {
    const pool = barePool(databaseUrl, types);
    return (request, response) => {
      const nonce = request.url!.slice(request.url!.lastIndexOf('/') + 1);
      void exchanged(pool, nonce, key).then((document) => reply(response, 200, document));
    };
  });
}

async function exchanged(pool: Pool, nonce: string, key: Uint8Array): Promise<object> {
  const token = deriveOAuthToken(key, nonce);
  const digest = digestBytes(digestOf(nonce));
  const client = await pool.connect();
  try {
    const [found] = await query(client, 'find', digest);
    await client.query('BEGIN');
    const place = [found!['shop_id'], found!['oauth_token_id']];
    await query(client, 'lock', ...place);
    await query(client, 'older', ...place);
    const [row] = await query(client, 'read', digest);
    const [activated] = await query(client, 'activate', ...place, digestBytes(token.digest));
    await query(client, 'mark', digest);
    const detail = JSON.stringify({ installation_id: row!['installation_id'], oauth_token_id: row!['id'] });
    await query(client, 'audit', randomUUID(), row!['shop_id'], row!['app_id'], detail, randomUUID());
    await client.query('COMMIT');
    const { id, app_id, shop_id, domain, name, title, description } = row!;
    return {
      data: {
        ...{ type: 'oauth_tokens', id, attributes: { token: token.reveal(), status: activated!['status'] } },
        relationships: {
          app: { data: { type: 'apps', id: app_id } },
          shop: { data: { type: 'shops', id: shop_id } },
        },
      },
      included: [{ type: 'shops', id: shop_id, attributes: { domain, name, title, description } }],
    };
  } finally {
    client.release();
  }
}

async function query(
  client: PoolClient,
  name: keyof typeof texts,
  ...values: unknown[]
): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>({ name, text: texts[name], values })).rows;
}
