import type { ClientBase } from 'pg';
import { roles, type SchemaName } from '../roles';

const bookkeeping = 'migrations';

const inSchema = `n.nspname = $1 AND c.relname <> '${bookkeeping}'`;

const statements = {
  functions: `
    SELECT btrim(regexp_replace(pg_get_functiondef(p.oid), '\\s+', ' ', 'g')) || ';' AS line
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1 ORDER BY p.proname`,
  tables: `
    SELECT c.oid, c.relname AS name, r.rolname AS owner, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles r ON r.oid = c.relowner
    WHERE ${inSchema} AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND c.relname <> '${bookkeeping}_id_seq' ORDER BY c.relname`,
  columns: `
    SELECT concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN co.collname <> 'default' THEN format('COLLATE %I', co.collname) END,
      CASE WHEN a.attnotnull THEN 'NOT NULL' END, 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      LEFT JOIN pg_collation co ON co.oid = a.attcollation
    WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
  constraints: `
    SELECT format('CONSTRAINT %s %s', conname, pg_get_constraintdef(oid)) AS line
    FROM pg_constraint WHERE conrelid = $1 AND contype <> 'n' ORDER BY contype, conname`,
  indexes: `
    SELECT pg_get_indexdef(i.indexrelid) || ';' AS line FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = $1 AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid AND conrelid = $1) ORDER BY c.relname`,
  policies: `
    SELECT concat_ws(' ', format('CREATE POLICY %s ON %s.%s', p.policyname, p.schemaname, p.tablename), CASE WHEN permissive = 'RESTRICTIVE' THEN 'AS RESTRICTIVE' END,
      'FOR ' || p.cmd, 'TO ' || array_to_string(p.roles, ', '), 'USING ' || p.qual, 'WITH CHECK ' || p.with_check) || ';' AS line
    FROM pg_policies p WHERE format('%I.%I', p.schemaname, p.tablename)::regclass = $1::oid ORDER BY p.policyname`,
  grants: `
    SELECT format('GRANT %s ON %s TO %s;', string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type), c.oid::regclass, coalesce(r.rolname, 'PUBLIC')) AS line
    FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) g LEFT JOIN pg_roles r ON r.oid = g.grantee
    WHERE c.oid = $1 AND g.grantee <> c.relowner GROUP BY c.oid, r.rolname ORDER BY r.rolname`,
  columnGrants: `
    SELECT format('GRANT %s (%s) ON %s TO %s;', g.privilege_type, string_agg(a.attname, ', ' ORDER BY a.attname), a.attrelid::regclass, coalesce(r.rolname, 'PUBLIC')) AS line
    FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) g LEFT JOIN pg_roles r ON r.oid = g.grantee
    WHERE a.attrelid = $1 GROUP BY a.attrelid, g.privilege_type, r.rolname ORDER BY r.rolname, g.privilege_type`,
  triggers: `
    SELECT pg_get_triggerdef(oid) || ';' AS line FROM pg_trigger WHERE tgrelid = $1 AND NOT tgisinternal ORDER BY tgname`,
  schemaGrants: `
    SELECT format('GRANT %s ON SCHEMA %s TO %s;', string_agg(g.privilege_type, ', ' ORDER BY g.privilege_type), n.nspname, coalesce(r.rolname, 'PUBLIC')) AS line
    FROM pg_namespace n CROSS JOIN LATERAL aclexplode(n.nspacl) g LEFT JOIN pg_roles r ON r.oid = g.grantee
    WHERE n.nspname = $1 AND g.grantee <> n.nspowner GROUP BY n.nspname, r.rolname ORDER BY r.rolname`,
};

interface Table {
  oid: number;
  name: string;
  owner: string;
  secured: boolean;
  forced: boolean;
}

/**
 * Prints roles, tables, columns, constraints, indexes, policies and privileges of a database as SQL, in a
 * stable order.
 */
export async function printCatalog(client: ClientBase): Promise<string> {
  const sections = [await printRoles(client)];
  for (const schema of ['auth', 'shop'] as const) sections.push(...(await printSchema(client, schema)));
  return sections.filter((section) => section !== '').join('\n\n') + '\n';
}

async function printRoles(client: ClientBase): Promise<string> {
  return lines(
    client,
    `SELECT concat_ws(' ', 'CREATE ROLE', rolname, CASE WHEN rolcanlogin THEN 'LOGIN' END, CASE WHEN rolsuper THEN 'SUPERUSER' END,
       CASE WHEN rolbypassrls THEN 'BYPASSRLS' END, CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END) || ';'
       || coalesce((SELECT string_agg(format(E'\\nALTER ROLE %s SET %s;', rolname, setting), '' ORDER BY setting) FROM unnest(rolconfig) setting), '') AS line
     FROM pg_roles WHERE rolname = ANY ($1) ORDER BY rolname`,
    Object.values(roles),
  );
}

async function printSchema(client: ClientBase, schema: SchemaName): Promise<string[]> {
  const { rows: tables } = await client.query<Table>(statements.tables, [schema]);
  const sections = [
    `-- Schema ${schema}\n${await lines(client, statements.schemaGrants, schema)}`,
    await lines(client, statements.functions, schema),
  ];
  for (const table of tables) sections.push(await printTable(client, schema, table));
  return sections;
}

async function printTable(client: ClientBase, schema: SchemaName, table: Table): Promise<string> {
  const name = `${schema}.${table.name}`;
  const members = [
    await lines(client, statements.columns, table.oid),
    await lines(client, statements.constraints, table.oid),
  ];
  const body = members
    .flatMap((each) => (each === '' ? [] : each.split('\n')))
    .map((line) => `  ${line}`)
    .join(',\n');
  const parts = [`CREATE TABLE ${name} (\n${body}\n);`, `ALTER TABLE ${name} OWNER TO ${table.owner};`];
  parts.push(await lines(client, statements.indexes, table.oid));
  if (table.secured) parts.push(`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`);
  if (table.forced) parts.push(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;`);
  for (const kind of ['policies', 'triggers', 'grants', 'columnGrants'] as const)
    parts.push(await lines(client, statements[kind], table.oid));
  return parts.filter((part) => part !== '').join('\n');
}

async function lines(client: ClientBase, statement: string, parameter: unknown): Promise<string> {
  const { rows } = await client.query<{ line: string }>(statement, [parameter]);
  return rows.map(({ line }) => line).join('\n');
}
