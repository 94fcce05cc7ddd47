import type { Client } from 'pg';

/** SQL query that returns a row if Citus nodes authenticate each other by passwords. */
const usesPasswords = `SELECT FROM pg_dist_authinfo WHERE rolename = current_user`;

/**
 * Stores the roles' passwords in `pg_dist_authinfo` on each Citus node, so that nodes can connect to each
 * other as these roles. Does nothing if nodes use another authentication method, or if the administrator
 * cannot read the table.
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

/**
 * Citus functions that return statistics about shops. A role needs access to all these functions, because the
 * functions call each other.
 */
const statistics = ['citus_stat_tenants', 'citus_stat_tenants_local', 'citus_stat_tenants_local_internal'];

const mayGrant = `
  SELECT has_function_privilege('citus_stat_tenants(boolean)', 'EXECUTE WITH GRANT OPTION') AS may`;

/**
 * Grants a role access to the Citus statistics about shops, on each node. Does nothing if the administrator
 * cannot grant the access.
 */
export async function grantShopStatistics(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(mayGrant);
  if (!rows[0]!.may) return;
  const functions = statistics.map((name) => `${name}(boolean)`).join(', ');
  await onEachNode(client, `GRANT EXECUTE ON FUNCTION ${functions} TO ${role}`);
}

async function onEachNode(client: Client, statement: string): Promise<void> {
  await client.query(statement);
  const { rows } = await client.query<{ node: string; result: string }>(
    `SELECT nodename || ':' || nodeport AS node, result FROM run_command_on_workers($1) WHERE NOT success`,
    [statement],
  );
  const [first] = rows;
  if (first) throw new Error(`${first.node} cannot prepare the roles: ${first.result}`);
}

function connectionOption(password: string): string {
  return `password='${password.replace(/[\\']/g, '\\$&')}'`;
}
