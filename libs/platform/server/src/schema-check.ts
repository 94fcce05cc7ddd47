// Uses SQL instead of TypeORM, because it reads the applied migrations and the privileges of the database
// role.
import { type Database, failureOfAllNodes, undistributedTables } from '@storewright/database';
import { type RequiredSchema, requiredSchema, type SchemaName } from '@storewright/schema';

export type ServiceRole = 'auth' | 'shop' | 'hooks';

/**
 * Time in milliseconds after which a schema that matched is checked again, because the database may have been
 * restored from a backup.
 */
const TRUST_MS = 30_000;

const statements = {
  role: `SELECT current_user AS name, coalesce((SELECT pg_has_role(current_user, oid, 'USAGE') FROM pg_roles WHERE rolname = $1), false) AS fits`,
  migrations: (schema: SchemaName) => `SELECT name FROM ${schema}.migrations`,
  missing: `SELECT g.privilege || coalesce(' (' || g.name || ')', '') || ' on ' || g.object AS grant
    FROM unnest($1::text[], $2::text[], $3::text[]) AS g (object, name, privilege)
    WHERE NOT coalesce(CASE WHEN g.name IS NULL THEN has_table_privilege(to_regclass(g.object), g.privilege)
      ELSE has_column_privilege(to_regclass(g.object), g.name, g.privilege) END, false)`,
};

/** Postgres error codes of a missing table, schema, column or privilege. */
const absent = /^(?:42P01|3F000|42703|42501)$/;

/** Explains why the service cannot use the database, with the command that solves the problem. */
export class SchemaMismatch extends Error {
  /**
   * Prevents the error filter from logging a schema mismatch for every readiness probe. `readiness` logs it
   * once.
   */
  readonly isReported = true;
}

export class SchemaCheck {
  private readonly required: RequiredSchema;
  private trustedUntil = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly schema: SchemaName,
    role: ServiceRole,
  ) {
    this.required = requiredSchema(schema, role);
  }

  /**
   * Throws SchemaMismatch if the database does not fit this build, or the connection error if the database is
   * unreachable.
   */
  async verify(): Promise<void> {
    if (performance.now() < this.trustedUntil) return;
    await this.database.verify();
    await this.checkRole();
    await this.checkMigrations();
    await this.checkGrants();
    if (this.schema === 'shop' && this.database.topology.hasWorkerNodes) await this.checkCluster();
    this.trustedUntil = performance.now() + TRUST_MS;
  }

  private async checkRole(): Promise<void> {
    const { role } = this.required;
    const values = [role];
    const [row] = await this.database.query<{ name: string; fits: boolean }>(
      {},
      { name: 'schema-role', text: statements.role, values },
    );
    if (row!.fits) return;
    const setting = `${this.schema.toUpperCase()}_DATABASE_URL`;
    throw new SchemaMismatch(
      `the database role "${row!.name}" cannot serve the ${this.schema} data. Set ${setting} to the role "${role}".`,
    );
  }

  private async checkMigrations(): Promise<void> {
    const ran = await this.migrationsThatRan();
    if (!ran) throw this.outdated('is not migrated, or was migrated by an older release');
    const pending = this.required.migrations.filter((name) => !ran.has(name));
    if (pending.length === 0) return;
    throw this.outdated(`lacks ${pending.length} migrations of this release, from ${pending[0]} on`);
  }

  private outdated(what: string): SchemaMismatch {
    return new SchemaMismatch(
      `the ${this.schema} data ${what}. Run the operator's command: node dist/apps/operator/main.js migrate`,
    );
  }

  /**
   * Returns the names of the applied migrations. Returns undefined if the table of migrations does not exist
   * or is not readable.
   */
  private async migrationsThatRan(): Promise<Set<string> | undefined> {
    const text = statements.migrations(this.schema);
    try {
      const statement = { name: `migrations-${this.schema}`, text };
      const rows = await this.database.query<{ name: string }>({}, statement);
      return new Set(rows.map(({ name }) => name));
    } catch (error) {
      if (!absent.test((error as { code?: string }).code ?? '')) throw error;
      return undefined;
    }
  }

  private async checkCluster(): Promise<void> {
    await this.checkDistribution();
    const failure = await failureOfAllNodes(this.database);
    if (failure === undefined) return;
    throw new SchemaMismatch(
      `no node of the cluster accepts connections of the role "${this.required.role}": ${failure}. If the nodes run, run the operator's command, which stores the passwords of the roles on each node: node dist/apps/operator/main.js migrate`,
    );
  }

  /** Throws if a table is not distributed over the cluster, for example after a restore. */
  private async checkDistribution(): Promise<void> {
    const tables = await undistributedTables(this.database);
    if (tables.length === 0) return;
    throw new SchemaMismatch(
      `the shop data is on a cluster, but ${tables.length} of its tables are not distributed, such as ${tables[0]}. Run the operator's command: node dist/apps/operator/main.js distribute`,
    );
  }

  private async checkGrants(): Promise<void> {
    const { grants, role } = this.required;
    const columns = [
      grants.map(({ table }) => table),
      grants.map(({ column }) => column),
      grants.map(({ privilege }) => privilege),
    ];
    const rows = await this.database.query<{ grant: string }>(
      {},
      { name: 'schema-grants', text: statements.missing, values: columns },
    );
    if (rows.length === 0) return;
    const more = rows.length > 1 ? ` and ${rows.length - 1} more privileges` : '';
    const commands = rows.map(({ grant }) => `GRANT ${grant.replace(' on ', ' ON ')} TO ${role};`);
    throw new SchemaMismatch(
      `the database role "${role}" lacks ${rows[0]!.grant}${more}. As the owner, run: ${commands.join(' ')}`,
    );
  }
}
