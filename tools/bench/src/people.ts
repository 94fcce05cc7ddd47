import { randomUUID } from 'node:crypto';
import { mintNonce, mintToken, digestOf } from '@storewright/tokens';
import type { Client } from 'pg';

export interface BenchShop {
  id: string;
  domain: string;
  token: string;
}

export async function makeShop(client: Client, domain: string): Promise<BenchShop> {
  const [id, token] = [randomUUID(), mintToken('access_token')];
  await client.query(
    `INSERT INTO auth.shops (id, domain, name, title, description) VALUES ($1, $2, $2, $2, '')`,
    [id, domain],
  );
  await client.query(
    `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four) VALUES ($1, $2, 'bench', decode($3,
      'hex'), $4)`,
    [id, randomUUID(), token.digest, token.lastFour],
  );
  return { id, domain, token: token.reveal() };
}

/**
 * Installs `count` apps in the shop. Returns the nonces of the installations, which are not exchanged yet.
 */
export async function makeNonces(client: Client, shop: BenchShop, count: number): Promise<string[]> {
  const owner = randomUUID();
  await client.query(
    `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'bench', '')`,
    [owner, `${owner}@bench.example`],
  );
  const nonces = Array.from({ length: count }, mintNonce);
  const ids = () => nonces.map(() => randomUUID());
  const [apps, installations, tokens] = [ids(), ids(), ids()];
  await client.query(
    `INSERT INTO auth.apps (id, owner_id, name, install_url, scopes) SELECT id, $1, 'bench',
      'http://localhost/', '{meta.get}' FROM unnest($2::uuid[]) id`,
    [owner, apps],
  );
  await client.query(
    `INSERT INTO auth.installations (shop_id, id, app_id, scopes, status) SELECT $1, id, app, '{meta.get}',
      'installed' FROM unnest($2::uuid[], $3::uuid[]) AS t(id, app)`,
    [shop.id, installations, apps],
  );
  await client.query(
    `INSERT INTO auth.oauth_tokens (shop_id, id, installation_id, app_id, status, scopes)
     SELECT $1, id, installation, app, 'pending', '{meta.get}' FROM unnest($2::uuid[], $3::uuid[],
       $4::uuid[]) AS t(id, installation, app)`,
    [shop.id, tokens, installations, apps],
  );
  await client.query(
    `INSERT INTO auth.nonces (digest, shop_id, oauth_token_id, expires_at)
     SELECT decode(digest, 'hex'), $1, token, now() + interval '1 hour' FROM unnest($2::text[],
       $3::uuid[]) AS t(digest, token)`,
    [shop.id, nonces.map(digestOf), tokens],
  );
  return nonces;
}
