import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { printedRoutes, routeTable } from '@storewright/access';
import { type ServiceSettings, SettingsError } from '@storewright/config';
import { type DynamicModule, type INestApplicationContext, Logger } from '@nestjs/common';
import { AuthDatabase, connectionShortages } from '@storewright/database';
import { type ApiDescription, openapiDocumentOf } from '@storewright/openapi';
import { SchemaCheck, SchemaMismatch, type ServiceRole } from './schema-check';
import { serve } from './serve';

export interface Service<Settings extends ServiceSettings> {
  name: string;
  settings: (environment: NodeJS.ProcessEnv) => Settings;
  module: (settings: Settings) => DynamicModule;
  /** Databases of the service. /readyz succeeds if all databases respond and fit this build. */
  databases: readonly (typeof AuthDatabase)[];
  role: ServiceRole;
  /** Title, description and version for the OpenAPI document. Absent if the service has no API. */
  api?: ApiDescription;
  /** Additional readiness check, which throws if the service is not ready. */
  ready?: (application: NestFastifyApplication) => void;
  /** Function that runs once after the start of the service. Its errors are only logged. */
  started?: (application: NestFastifyApplication) => Promise<void>;
}

/** Settings for `--routes` and `--openapi`, which need no connections to databases. */
const placeholders = {
  AUTH_DATABASE_URL: 'postgres://nobody@localhost/none',
  SHOP_DATABASE_URL: 'postgres://nobody@localhost/none',
  TOKEN_KEY: Buffer.alloc(32).toString('base64'),
  SECRETS_KEY: `none:${Buffer.alloc(32).toString('base64')}`,
};

/**
 * Starts the process of a service. With `--routes` or `--openapi`, only prints the route table or the OpenAPI
 * document. If a setting is invalid or a database rejects the service, prints one line to stderr and exits
 * with code 1. An unreachable database does not prevent the start.
 */
export async function start<Settings extends ServiceSettings>(service: Service<Settings>): Promise<void> {
  try {
    if (process.argv.includes('--routes')) return print(printedRoutes(routeTable(await assembled(service))));
    if (process.argv.includes('--openapi') && service.api)
      return print(JSON.stringify(openapiDocumentOf(await assembled(service), service.api)));
    const settings = service.settings(process.env);
    const ready = readiness(service);
    const application = await serve(service.module(settings), { ...settings, name: service.name, ready });
    // Runs the readiness check at startup, so that a schema mismatch is logged even if nothing requests
    // /readyz.
    void ready(application).catch(() => undefined);
    void warnOfShortages(application, service.databases);
    void service
      .started?.(application)
      .catch((error: Error) => new Logger(service.name).warn(`after the start: ${error.message}`));
    // Prints the actual port, because PORT=0 selects any free port.
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

/**
 * Logs a warning if the databases allow fewer connections than the service can open. The service still works.
 */
async function warnOfShortages(
  application: NestFastifyApplication,
  databases: readonly (typeof AuthDatabase)[],
): Promise<void> {
  const asking = databases.map((database) => application.get(database, { strict: false }).connectionDemand());
  // Ignores unreachable databases, because the readiness check reports them.
  const answers = (await Promise.allSettled(asking)).flatMap((each) =>
    each.status === 'fulfilled' && each.value ? [each.value] : [],
  );
  for (const line of connectionShortages(answers)) new Logger('database').warn(line);
}

/**
 * Returns the readiness check of a service. It throws if a database is unreachable or does not fit this
 * build, or if `ready` throws. It logs a repeated schema mismatch only once.
 */
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

/** Creates the application in Nest's preview mode, which has routes but no provider instances. */
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

/** True for errors that an operator can fix, such as a port in use or an unreachable database. */
function isExpected(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code !== undefined && /^(EADDRINUSE|EACCES|EADDRNOTAVAIL|ECONN|ENOTFOUND|28|3D|57P|08)/.test(code);
}
