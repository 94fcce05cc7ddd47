// Written in SQL: changes a table of the catalog of Citus.
import type { Client } from 'pg';

/** True if the administrator has an entry, so nodes authenticate each other by passwords. */
const usesPasswords = `SELECT FROM pg_dist_authinfo WHERE rolename = current_user`;

/**
 * Stores the passwords with which the nodes of a cluster connect to each other as these roles, on each node. Does
 * nothing if nodes authenticate each other in another way, or if the administrator may not read the entries.
 */
export async function storeNodePasswords(
  client: Client,
  passwords: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_table_privilege('pg_dist_authinfo', 'SELECT, INSERT, UPDATE') AS may`,
  );
  if (!rows[0]!.may || (await client.query(usesPasswords)).rowCount === 0) return;
  const values = Object.entries(passwords).map(
    ([role, password]) => `(0, '${role}', ${client.escapeLiteral(connectionOption(password))})`,
  );
  const store = `INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo) VALUES ${values.join(', ')}
    ON CONFLICT (rolename, nodeid) DO UPDATE SET authinfo = excluded.authinfo`;
  await client.query(store);
  const failed = await client.query<{ node: string; result: string }>(
    `SELECT nodename || ':' || nodeport AS node, result FROM run_command_on_workers($1) WHERE NOT success`,
    [store],
  );
  const [first] = failed.rows;
  if (first) throw new Error(`${first.node} cannot store the passwords of the roles: ${first.result}`);
}

/** Returns the password as a libpq connection option. */
function connectionOption(password: string): string {
  return `password='${password.replace(/[\\']/g, '\\$&')}'`;
}
