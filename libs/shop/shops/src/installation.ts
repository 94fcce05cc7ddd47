import type { AuthDatabase } from '@storewright/database';
import type { Row } from '@storewright/json-api';
import type { Digest } from '@storewright/tokens';

/** The shop API reads no installations. `auth.installation_of_bearer`, a function of the database, shows who presents an OAuth token the one that it is of. */
const find = `SELECT i.*, s.domain, s.name, s.title, s.description, s.time_zone, s.currency_code
  FROM auth.installation_of_bearer() i JOIN auth.shops s ON s.id = i.shop_id`;

/** The installation with what is shown of its shop; none of a token that has ended meanwhile. */
export async function installationOf(database: AuthDatabase, token: Digest): Promise<Row | undefined> {
  const statement = { name: 'installation-of-bearer', text: find, values: [] };
  const [row] = await database.query({ credential: token }, statement);
  return row;
}
