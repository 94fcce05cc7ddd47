import { authMigrations, shopMigrations } from './migrations';
import { requiredGrants } from './required-grants';
import { roles, type SchemaName } from './roles';

/** A privilege on a table, or on one of its columns. */
export interface RequiredGrant {
  privilege: string;
  table: string;
  column: string | null;
}

/** Requirements of this build for one schema of a database. */
export interface RequiredSchema {
  /** Names of all migrations. */
  migrations: readonly string[];
  /** Name of the database role. */
  role: string;
  grants: readonly RequiredGrant[];
}

/** `role`: the role that the service connects as. */
export function requiredSchema(
  schema: SchemaName,
  role: Exclude<keyof typeof roles, 'owner'>,
): RequiredSchema {
  const migrations = schema === 'auth' ? authMigrations : shopMigrations;
  return {
    migrations: migrations.map(({ name }) => name),
    role: roles[role],
    grants: grantsOf(schema, roles[role]),
  };
}

const form = /^GRANT (?<privileges>.+) ON (?<table>[a-z_]+\.[a-z_]+) TO (?<role>\w+);$/;
const privilegeForm = /([A-Z]+)(?: \(([^)]+)\))?/g;

function grantsOf(schema: SchemaName, role: string): RequiredGrant[] {
  return requiredGrants.flatMap((line) => {
    const { privileges, table, role: to } = form.exec(line)!.groups as Record<string, string>;
    if (to !== role || !table!.startsWith(`${schema}.`)) return [];
    return [...privileges!.matchAll(privilegeForm)].flatMap(([, privilege, columns]) =>
      (columns?.split(', ') ?? [null]).map((column) => ({ privilege: privilege!, table: table!, column })),
    );
  });
}
