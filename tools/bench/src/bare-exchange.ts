// SQL: the steps of an exchange, for the server that ours is compared with.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sessionSettings } from '@storewright/database';
import { deriveOAuthToken, digestBytes, digestOf } from '@storewright/tokens';
import { Pool, type PoolClient } from 'pg';

/** What the server of the exchanges is told. */
export interface BareExchangeSettings {
  databaseUrl: string;
  key: Uint8Array;
}

const texts = {
  find: 'SELECT shop_id, oauth_token_id FROM auth.nonces WHERE digest = $1',
  lock: `SELECT 1 FROM auth.installations WHERE shop_id = $1 AND id = (SELECT installation_id FROM auth.oauth_tokens WHERE shop_id = $1 AND id = $2) FOR UPDATE`,
  older: `SELECT id FROM auth.oauth_tokens WHERE shop_id = $1 AND status = 'active'
    AND installation_id = (SELECT installation_id FROM auth.oauth_tokens WHERE shop_id = $1 AND id = $2) FOR UPDATE`,
  read: `SELECT t.shop_id, t.id, t.app_id, t.status, t.scopes, t.installation_id, t.digest, n.expires_at <= clock_timestamp() AS expired, i.status AS installed,
      s.status AS shop_status, s.domain, s.name, s.title, s.description
    FROM auth.oauth_tokens t JOIN auth.nonces n ON n.shop_id = t.shop_id AND n.oauth_token_id = t.id
    JOIN auth.installations i ON i.shop_id = t.shop_id AND i.id = t.installation_id JOIN auth.shops s ON s.id = t.shop_id
    WHERE n.digest = $1 FOR UPDATE OF t`,
  activate: `UPDATE auth.oauth_tokens SET status = 'active', digest = $3, updated_at = now() WHERE shop_id = $1 AND id = $2 RETURNING id, status`,
  mark: 'UPDATE auth.nonces SET exchanged_at = now() WHERE digest = $1',
  audit: `INSERT INTO auth.audit_entries (id, shop_id, app_id, kind, detail, request_id) VALUES ($1, $2, $3, 'oauth_tokens.exchanged', $4, $5)`,
};

/** The floor of the exchange: node:http, one pool, the same steps one after another, prepared; no row-level security, no limits, no log. Says its port over the channel. */
export function runBareExchange(): void {
  process.once('message', ({ databaseUrl, key }: BareExchangeSettings) => {
    const pool = new Pool({ connectionString: databaseUrl, max: 10, options: sessionSettings });
    const server = createServer((request, response) => {
      const nonce = request.url!.slice(request.url!.lastIndexOf('/') + 1);
      void exchanged(pool, nonce, key).then((document) => {
        const body = JSON.stringify(document);
        const length = Buffer.byteLength(body);
        response.writeHead(200, { 'content-type': 'application/vnd.api+json', 'content-length': length });
        response.end(body);
      });
    });
    server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
  });
  process.once('disconnect', () => process.exit(0));
}

async function exchanged(pool: Pool, nonce: string, key: Uint8Array): Promise<object> {
  const token = deriveOAuthToken(key, nonce);
  const digest = digestBytes(digestOf(nonce));
  const client = await pool.connect();
  try {
    const [found] = await run(client, 'find', digest);
    await client.query('BEGIN');
    const place = [found!['shop_id'], found!['oauth_token_id']];
    await run(client, 'lock', ...place);
    await run(client, 'older', ...place);
    const [row] = await run(client, 'read', digest);
    const [activated] = await run(client, 'activate', ...place, digestBytes(token.digest));
    await run(client, 'mark', digest);
    const detail = JSON.stringify({ installation_id: row!['installation_id'], oauth_token_id: row!['id'] });
    await run(client, 'audit', randomUUID(), row!['shop_id'], row!['app_id'], detail, randomUUID());
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

async function run(
  client: PoolClient,
  name: keyof typeof texts,
  ...values: unknown[]
): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>({ name, text: texts[name], values })).rows;
}
