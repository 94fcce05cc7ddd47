// Written in SQL: changes the catalog of each node of a cluster.
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
  await onEachNode(client, store);
}

/** Functions of Citus that call each other in this order, across the nodes. */
const statistics = ['citus_stat_tenants', 'citus_stat_tenants_local', 'citus_stat_tenants_local_internal'];

const mayGrant = `
  SELECT has_function_privilege('citus_stat_tenants(boolean)', 'EXECUTE WITH GRANT OPTION') AS may`;

/**
 * Lets a role read the statistics of Citus about shops, on each node. Does nothing if the administrator may not
 * grant this.
 */
export async function grantShopStatistics(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(mayGrant);
  if (!rows[0]!.may) return;
  const functions = statistics.map((name) => `${name}(boolean)`).join(', ');
  await onEachNode(client, `GRANT EXECUTE ON FUNCTION ${functions} TO ${role}`);
}

/** Runs a statement on the coordinator and on each worker node. */
async function onEachNode(client: Client, statement: string): Promise<void> {
  await client.query(statement);
  const { rows } = await client.query<{ node: string; result: string }>(
    `SELECT nodename || ':' || nodeport AS node, result FROM run_command_on_workers($1) WHERE NOT success`,
    [statement],
  );
  const [first] = rows;
  if (first) throw new Error(`${first.node} cannot prepare the roles: ${first.result}`);
}

/** Returns the password as a libpq connection option. */
function connectionOption(password: string): string {
  return `password='${password.replace(/[\\']/g, '\\$&')}'`;
}
