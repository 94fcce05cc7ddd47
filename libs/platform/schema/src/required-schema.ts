import { authMigrations, shopMigrations } from './migrations';
import { grantsAfter, type RequiredGrant } from './required-grants';
import { roles, type SchemaName } from './roles';

export interface RequiredSchema {
  migrations: readonly string[];
  role: string;
  grants: readonly RequiredGrant[];
}

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
