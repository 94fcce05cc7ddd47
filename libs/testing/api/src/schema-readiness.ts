import {
  BuiltService,
  type ServiceProcess,
  testDatabase,
  type TestDatabase,
  testKey,
  until,
} from '@storewright/testing';

type Role = 'auth' | 'shop' | 'hooks';
type Schema = 'auth' | 'shop';

interface Stage {
  database: TestDatabase;
  start(settings?: Record<string, string>): Promise<ServiceProcess>;
}

/**
 * Tests that a service is ready only if its schema is migrated and its database role is restricted. `name` is
 * the service's folder in `apps`.
 */
export function testSchemaReadiness(
  name: string,
  { role, schemas }: { role: Role; schemas: readonly Schema[] },
): void {
  describe(`GET /readyz of the built ${name}`, () => {
    const stage = stageOf(name, role);

    it('returns 200 on a schema and with a role that fit the build, and logs nothing', async () => {
      const service = await stage.start();
      await until('the service is ready', async () => (await ready(service)) === 200);
      expect(reportsOf(service)).toEqual([]);
    });

    it.each(schemas)(
      'returns 503 while a migration of the %s data is pending, logs once what to run, and 200 after the migration',
      (schema) => expectReadyAfterMigration(stage, schema),
    );

    it.each(schemas)('returns 503 with the role of the worker for the %s data', async (schema) => {
      const setting = `${schema.toUpperCase()}_DATABASE_URL`;
      const service = await stage.start({ [setting]: stage.database.url('hooks') });
      await expectReport(
        service,
        `not ready: the database role "storewright_hooks" cannot serve the ${schema} data. ` +
          `Set ${setting} to the role "storewright_${role}".`,
      );
    });
  });
}

function stageOf(name: string, role: Role): Stage {
  let built: BuiltService;
  let service: ServiceProcess | undefined;
  const stage = {
    start: async (settings = {}) =>
      (service = await built.start(stage.database.url(role), { TOKEN_KEY: testKey, ...settings })),
  } as Stage;
  beforeAll(async () => {
    built = await BuiltService.build(name);
  });
  afterAll(() => built.delete());
  beforeEach(async () => {
    stage.database = await testDatabase();
  });
  afterEach(async () => {
    await service?.kill();
    await stage.database.drop();
  });
  return stage;
}

async function expectReadyAfterMigration({ database, start }: Stage, schema: Schema): Promise<void> {
  const [removed] = await database.query<{ timestamp: string; name: string }>(
    `DELETE FROM ${schema}.migrations WHERE id = (SELECT id FROM ${schema}.migrations ORDER BY timestamp DESC LIMIT 1) RETURNING timestamp, name`,
  );
  const { timestamp, name: pending } = removed!;
  const service = await start();
  const report =
    `not ready: the ${schema} data lacks 1 migrations of this release, from ${pending} on. ` +
    "Run the operator's command: node dist/apps/operator/main.js migrate";
  await expectReport(service, report);
  const values = [timestamp, pending];
  await database.query(`INSERT INTO ${schema}.migrations (timestamp, name) VALUES ($1, $2)`, values);
  await until('the service is ready', async () => (await ready(service)) === 200);
  expect(reportsOf(service)).toEqual([report]);
}

async function expectReport(service: ServiceProcess, report: string): Promise<void> {
  expect([await ready(service), await ready(service)]).toEqual([503, 503]);
  await until('the service logs the reason', () => Promise.resolve(reportsOf(service).length > 0));
  expect(reportsOf(service)).toEqual([report]);
}

const ready = async ({ port }: ServiceProcess) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

function reportsOf({ said }: ServiceProcess): string[] {
  return said
    .split('\n')
    .flatMap((line) => /"msg":("not ready: (?:[^"\\]|\\.)*")/.exec(line)?.slice(1) ?? [])
    .map((text) => JSON.parse(text) as string);
}
