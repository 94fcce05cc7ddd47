import { authMigrations, shopMigrations } from './migrations';
import { grantsAfter, type RequiredGrant } from './required-grants';
import { roles, type SchemaName } from './roles';

/** The requirements of this build for one schema of a database. */
export interface RequiredSchema {
  /** Names of all migrations of the schema. */
  migrations: readonly string[];
  /** Name of the database role of the service. */
  role: string;
  grants: readonly RequiredGrant[];
}

/** Returns the requirements of a service. `role` is the database role of the service. */
export function requiredSchema(
  schema: SchemaName,
  role: Exclude<keyof typeof roles, 'owner'>,
): RequiredSchema {
  const migrations = schema === 'auth' ? authMigrations : shopMigrations;
  return {
    migrations: migrations.map(({ name }) => name),
    role: roles[role],
    grants: grantsAfter(
      migrations.map(({ sql = '' }) => sql),
      roles[role],
    ),
  };
}
