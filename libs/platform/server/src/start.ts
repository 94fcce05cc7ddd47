import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { printedRoutes, routeTable } from '@storewright/access';
import { type ServiceSettings, SettingsError } from '@storewright/config';
import { type DynamicModule, type INestApplicationContext, Logger } from '@nestjs/common';
import { AuthDatabase, shortages } from '@storewright/database';
import { type ApiDescription, openapiDocumentOf } from '@storewright/openapi';
import { SchemaCheck, SchemaMismatch, type ServiceRole } from './schema-check';
import { serve } from './serve';

export interface Service<Settings extends ServiceSettings> {
  name: string;
  settings: (environment: NodeJS.ProcessEnv) => Settings;
  module: (settings: Settings) => DynamicModule;
  /** The service is ready while all of these answer and fit its build, */
  databases: readonly (typeof AuthDatabase)[];
  /** The role that it connects to them as. */
  role: ServiceRole;
  /** What its OpenAPI document says of it as a whole; none where it has no API. */
  api?: ApiDescription;
  /** and while this does not throw what is missing. */
  ready?: (application: NestFastifyApplication) => void;
}

/** Settings that let the application be put together without anything being connected. */
const placeholders = {
  AUTH_DATABASE_URL: 'postgres://nobody@localhost/none',
  SHOP_DATABASE_URL: 'postgres://nobody@localhost/none',
  TOKEN_KEY: Buffer.alloc(32).toString('base64'),
  SECRETS_KEY: `none:${Buffer.alloc(32).toString('base64')}`,
};

/**
 * The whole life of a service's process. `--routes` prints the route table with who may use each route, `--openapi` the OpenAPI document; both end. A wrong setting or a database
 * that refuses the service is one line on stderr and exit code 1; one that is away is waited for.
 */
export async function start<Settings extends ServiceSettings>(service: Service<Settings>): Promise<void> {
  try {
    if (process.argv.includes('--routes')) return print(printedRoutes(routeTable(await assembled(service))));
    if (process.argv.includes('--openapi') && service.api)
      return print(JSON.stringify(openapiDocumentOf(await assembled(service), service.api)));
    const settings = service.settings(process.env);
    const ready = readiness(service);
    const application = await serve(service.module(settings), { ...settings, name: service.name, ready });
    // Whether or not somebody asks /readyz: a schema that does not fit is reported.
    void ready(application).catch(() => undefined);
    void warnOfShortages(application, service.databases);
    // Not the setting: PORT=0 is any free port.
    const { port } = application.getHttpServer().address() as AddressInfo;
    process.stdout.write(`${service.name} listens on http://${settings.host}:${port}\n`);
  } catch (error) {
    const { message, stack } = error as Error;
    process.stderr.write(
      `${service.name}: ${error instanceof SettingsError || isExpected(error) ? message : stack}\n`,
    );
    process.exit(1);
  }
}

/** Too many connections are no reason not to start: it makes do with those that it gets. */
async function warnOfShortages(
  application: NestFastifyApplication,
  databases: readonly (typeof AuthDatabase)[],
): Promise<void> {
  const asking = databases.map((database) => application.get(database, { strict: false }).connectionPlaces());
  // One that is away is asked by nobody.
  const answers = (await Promise.allSettled(asking)).flatMap((each) =>
    each.status === 'fulfilled' && each.value ? [each.value] : [],
  );
  for (const line of shortages(answers)) new Logger('database').warn(line);
}

/** Throws while one of the databases is away or does not fit the build, or what else the service needs. Reports a mismatch once. */
export function readiness({
  databases,
  role,
  ready,
}: Pick<Service<ServiceSettings>, 'databases' | 'role' | 'ready'>) {
  const log = new Logger('ready');
  let checks: SchemaCheck[] | undefined;
  let reported: string | undefined;
  return async (application: NestFastifyApplication): Promise<void> => {
    const opened = databases.map((database) => application.get(database, { strict: false }));
    checks ??= opened.map(
      (database) => new SchemaCheck(database, database instanceof AuthDatabase ? 'auth' : 'shop', role),
    );
    for (const database of opened) await database.query({}, { name: 'ready', text: 'SELECT 1' });
    try {
      for (const check of checks) await check.verify();
    } catch (error) {
      const message = error instanceof SchemaMismatch ? error.message : undefined;
      if (message !== undefined && message !== reported) log.error(`not ready: ${message}`);
      reported = message ?? reported;
      throw error;
    }
    reported = undefined;
    ready?.(application);
  };
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The application with its routes, of which nothing runs. */
export function assembled<Settings extends ServiceSettings>({
  settings,
  module,
}: Pick<Service<Settings>, 'settings' | 'module'>): Promise<INestApplicationContext> {
  const parts = module(settings(placeholders as unknown as NodeJS.ProcessEnv));
  return NestFactory.createApplicationContext(parts, {
    preview: true,
    logger: false,
    abortOnError: false,
  });
}

/** What an operator can mend: a busy port, a missing right, a database that does not answer. */
function isExpected(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code !== undefined && /^(EADDRINUSE|EACCES|EADDRNOTAVAIL|ECONN|ENOTFOUND|28|3D|57P|08)/.test(code);
}
