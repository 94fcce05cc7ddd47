import type { AuthDatabase } from '@storewright/database';
import type { DocumentRow } from '@storewright/json-api';
import type { Digest } from '@storewright/tokens';

/**
 * Calls the database function `auth.own_installation`, which returns the installation of the OAuth token in
 * the request. The database role of the shop API cannot read installations directly.
 */
const find = `SELECT i.*, s.domain, s.name, s.title, s.description, s.time_zone, s.currency_code,
    s.support_email, s.support_phone, s.address, s.logo_url
  FROM auth.own_installation() i JOIN auth.shops s ON s.id = i.shop_id`;

/** Returns the installation with its shop, or undefined if the OAuth token has been revoked. */
export async function installationOf(
  database: AuthDatabase,
  token: Digest,
): Promise<DocumentRow | undefined> {
  const statement = { name: 'own-installation', text: find, values: [] };
  const [row] = await database.query({ credential: token }, statement);
  return row;
}
