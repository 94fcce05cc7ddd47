import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { urlAs } from '@storewright/schema';
import { openDatabase, type RunningDatabase } from './database';
import { seedDemo, signedInOwner } from './demo';
import { type Environment, metricsUrlOf, runCommand, ServiceProcess, whyNotFree } from './process';
import { DEV_NODE_OPTIONS, Reloader } from './reload';
import { serveMails } from './mail-page';
import { startSampleApp } from './sample-app';
import { type Secrets, keptSecrets } from './secrets';
import { passedSettings } from './service-settings';
import { StartError } from './start-error';
import { storyLines } from './story';

interface Stoppable {
  stop(): Promise<unknown>;
}

interface Settings {
  ports: { shop: number; auth: number; admin: number; hooks: number; mcp: number };
  /** Port of the sample app, or undefined without `--with-sample`. */
  samplePort: number | undefined;
  /** Preferred port of the page that shows sent emails. */
  mailPort: number;
  /**
   * IP address on which all services listen. Defaults to the loopback address, because the terminal output
   * contains tokens.
   */
  host: string;
  databaseUrl: string | undefined;
  /** Service to restart when its sources change, or undefined. */
  reloaded: string | undefined;
  /** Service settings from the environment, which override the settings of the demo. */
  passed: Environment;
  /** Folder for data that survives a restart. Git ignores this folder. */
  folder: string;
  root: string;
}

export interface StartOptions {
  withSample: boolean;
  reloaded?: string | undefined;
}

/**
 * Starts the platform, prints its URLs and the README commands, and stops the platform on SIGINT or SIGTERM.
 */
export async function startPlatform(
  environment: NodeJS.ProcessEnv,
  root: string,
  options: StartOptions,
): Promise<void> {
  const settings = readSettings(environment, root, options);
  await prepareFolder(settings);
  const secrets = keptSecrets(join(settings.folder, 'secrets.json'));
  const running: Stoppable[] = [];
  const { end, giveUp } = stopper(running);
  try {
    const database = await openDatabase(settings.databaseUrl, settings.folder);
    running.push(database);
    database.onExit(() => end('Postgres exited unexpectedly', 1));
    // Deletes demo values of the previous start, which can be outdated. Runs after the ports are checked and
    // the database is open, so that a second `npm start` fails before deleting the values of a running
    // platform.
    rmSync(join(settings.folder, 'demo.env'), { force: true });
    say(`database: ${database.where}`);
    const mails = await serveMails(mailFolder(settings), settings.mailPort);
    running.push(mails);
    const services = await startServices(settings, secrets, database, running);
    say(`mails:    ${mails.url}   (written to ${mailFolder(settings)})`);
    for (const service of services) endWith(service, end);
    const demo = await seedDemo({
      ...settings,
      operator: operatorOf(settings, secrets, database),
      ownerPassword: secrets.ownerPassword,
      shopDatabaseUrl: urlAs(database.url, 'shop', secrets.passwords),
    });
    writeFileSync(join(settings.folder, 'demo.env'), envFile(demo), { mode: 0o600 });
    say(storyLines(demo, join(settings.folder, 'demo.env')));
    const sample = await startSample(settings, secrets, running);
    if (sample) endWith(sample, end);
    const reloaded = services.find(({ name }) => name === settings.reloaded);
    if (reloaded) running.unshift(new Reloader(reloaded, root, say));
  } catch (error) {
    await giveUp();
    throw error;
  }
}

function readSettings(
  environment: NodeJS.ProcessEnv,
  root: string,
  { withSample, reloaded }: StartOptions,
): Settings {
  const port = (name: string, byDefault: number): number => {
    const value = Number(environment[name] || byDefault);
    if (!Number.isInteger(value) || value < 1 || value > 65535)
      throw new StartError(`${name} must be a port number from 1 to 65535.`);
    return value;
  };
  const ports = {
    shop: port('SHOP_PORT', 3000),
    auth: port('AUTH_PORT', 3001),
    admin: port('ADMIN_PORT', 3002),
    hooks: port('HOOKS_PORT', 3003),
    mcp: port('MCP_PORT', 3006),
  };
  if (new Set(Object.values(ports)).size < 5)
    throw new StartError(
      'SHOP_PORT, AUTH_PORT, ADMIN_PORT, HOOKS_PORT and MCP_PORT must be five different ports.',
    );
  const samplePort = withSample ? port('SAMPLE_PORT', 3005) : undefined;
  return {
    ports,
    samplePort,
    reloaded,
    mailPort: port('MAIL_PORT', 3004),
    host: environment['HOST'] || '127.0.0.1',
    databaseUrl: environment['DATABASE_URL'] || undefined,
    passed: passedSettings(environment),
    folder: join(root, '.storewright'),
    root,
  };
}

async function prepareFolder({ folder, host, ports, samplePort }: Settings): Promise<void> {
  for (const [name, port] of [
    ['SHOP_PORT', ports.shop],
    ['AUTH_PORT', ports.auth],
    ['ADMIN_PORT', ports.admin],
    ['HOOKS_PORT', ports.hooks],
    ['MCP_PORT', ports.mcp],
    ...(samplePort === undefined ? [] : [['SAMPLE_PORT', samplePort] as const]),
  ] as const) {
    const reason = await whyNotFree(host, port);
    if (reason === 'EADDRINUSE')
      throw new StartError(
        `port ${port} is in use: stop the program that listens there, or set ${name} to another port.`,
      );
    if (reason) throw new StartError(`cannot listen on ${host}:${port} (${reason}): change HOST or ${name}.`);
  }
  try {
    mkdirSync(join(folder, 'logs'), { recursive: true });
    for (const each of [folder, join(folder, 'logs')]) accessSync(each, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `${folder} is not writable (${(error as { code?: string }).code}). Give this user write permission.`,
    );
  }
}

const built = ({ root }: Settings, app: string): string => {
  const program = join(root, 'dist/apps', app, 'main.js');
  if (!existsSync(program))
    throw new StartError(
      `${program} does not exist. Build it with "npx nx build ${app}", or run "npm start".`,
    );
  return program;
};

function operatorOf(settings: Settings, secrets: Secrets, database: RunningDatabase) {
  const environment: Environment = {
    DATABASE_URL: database.url,
    AUTH_DATABASE_URL: urlAs(database.url, 'auth', secrets.passwords),
    OWNER_DB_PASSWORD: secrets.passwords.owner,
    AUTH_DB_PASSWORD: secrets.passwords.auth,
    SHOP_DB_PASSWORD: secrets.passwords.shop,
    HOOKS_DB_PASSWORD: secrets.passwords.hooks,
    OWNER_PASSWORD: secrets.ownerPassword,
  };
  const program = built(settings, 'operator');
  return (...words: string[]) => runCommand(program, words, environment);
}

async function startServices(
  settings: Settings,
  secrets: Secrets,
  database: RunningDatabase,
  running: Stoppable[],
): Promise<ServiceProcess[]> {
  say(await operatorOf(settings, secrets, database)('migrate'));
  const services = [
    startedService(settings, 'auth-api', settings.ports.auth, {
      ...apiEnvironment(settings, secrets),
      AUTH_DATABASE_URL: urlAs(database.url, 'auth', secrets.passwords),
      MAIL_FOLDER: mailFolder(settings),
      MAIL_FROM: 'Storewright <no-reply@localhost.example>',
      MAX_SHOPS_PER_PERSON: '10',
      MAX_TEST_SHOPS_PER_PERSON: '10',
    }),
    startedService(settings, 'shop-api', settings.ports.shop, {
      ...apiEnvironment(settings, secrets),
      AUTH_DATABASE_URL: urlAs(database.url, 'shop', secrets.passwords),
      SHOP_DATABASE_URL: urlAs(database.url, 'shop', secrets.passwords),
    }),
    startedService(settings, 'hooks-worker', settings.ports.hooks, {
      ...apiEnvironment(settings, secrets),
      AUTH_DATABASE_URL: urlAs(database.url, 'hooks', secrets.passwords),
      SHOP_DATABASE_URL: urlAs(database.url, 'hooks', secrets.passwords),
    }),
    startedService(settings, 'admin-server', settings.ports.admin, panelEnvironment(settings)),
    startedService(settings, 'mcp', settings.ports.mcp, mcpEnvironment(settings)),
  ];
  // Prepends the services, so that they stop before their database.
  running.unshift({ stop: () => Promise.all(services.map((service) => service.stop())) });
  await Promise.all(services.map((service) => service.ready()));
  for (const service of services) say(`metrics:  ${metricsUrlOf(service)}   (${service.name})`);
  return services;
}

async function startSample(
  settings: Settings,
  { ownerPassword }: Secrets,
  running: Stoppable[],
): Promise<ServiceProcess | undefined> {
  const { samplePort, folder, host, ports } = settings;
  if (samplePort === undefined) return undefined;
  const sample = {
    ...{ program: built(settings, 'sample-app'), folder, host, port: samplePort },
    ...{ authUrl: `http://localhost:${ports.auth}`, adminUrl: `http://{shop}.localhost:${ports.admin}` },
  };
  const { service, said } = await startSampleApp(sample, await signedInOwner(ports.auth, ownerPassword));
  // Prepends the sample app, so that it stops before the platform.
  running.unshift(service);
  say(said);
  return service;
}

function mailFolder({ folder }: Settings): string {
  return join(folder, 'mails');
}

function startedService(
  settings: Settings,
  name: string,
  port: number,
  environment: Environment,
): ServiceProcess {
  const log = join(settings.folder, 'logs', `${name}.log`);
  const metrics = { METRICS_HOST: settings.host, METRICS_PORT: '0' };
  const explorer = `http://localhost:${settings.ports.auth}`;
  const all = {
    ...{ HOST: settings.host, PORT: String(port), ...metrics, ...environment, ...settings.passed },
    CORS_ORIGINS: [explorer, settings.passed['CORS_ORIGINS']].filter(Boolean).join(','),
  };
  const isReloaded = name === settings.reloaded;
  return ServiceProcess.start({
    ...{ name, file: built(settings, name), port, environment: all, log },
    ...(isReloaded && { nodeOptions: DEV_NODE_OPTIONS, isShown: true }),
  });
}

type End = ReturnType<typeof stopper>['end'];

function endWith(service: ServiceProcess, end: End): void {
  service.onUnexpectedExit(() => end(`${service.name} exited unexpectedly; its log is ${service.log}`, 1));
}

function apiEnvironment({ ports }: Settings, secrets: Secrets): Environment {
  return {
    AUTH_URL: `http://localhost:${ports.auth}`,
    ADMIN_URL: `http://{shop}.localhost:${ports.admin}`,
    SHOP_URL: `http://{shop}.localhost:${ports.shop}`,
    SECRETS_KEY: `local:${secrets.secretsKey}`,
    AUDIT_KEY: secrets.auditKey,
    TOKEN_KEY: secrets.tokenKey,
    // Trusts the admin server and the MCP server as proxies, because they forward the IP address of their
    // client.
    TRUSTED_PROXIES: '127.0.0.1',
    // Allows webhooks to loopback addresses, because apps under development run on this machine.
    WEBHOOKS_ALLOW_LOOPBACK: 'true',
    SERVER_TIMING: 'true',
  };
}

function panelEnvironment({ ports }: Settings): Environment {
  return {
    AUTH_URL: `http://localhost:${ports.auth}`,
    AUTH_API_URL: `http://127.0.0.1:${ports.auth}`,
    SHOP_API_URL: `http://127.0.0.1:${ports.shop}`,
    ADMIN_URL: `http://{shop}.localhost:${ports.admin}`,
    SHOP_URL: `http://{shop}.localhost:${ports.shop}`,
  };
}

function mcpEnvironment({ ports }: Settings): Environment {
  return {
    AUTH_URL: `http://localhost:${ports.auth}`,
    SHOP_API_URL: `http://127.0.0.1:${ports.shop}`,
    SHOP_URL: `http://{shop}.localhost:${ports.mcp}`,
  };
}

/**
 * Returns two functions that stop all services and the database. `end` stops them once and then exits.
 * `giveUp` stops them after a failed start, without reporting that services exit, because the caller prints
 * the reason.
 */
function stopper(running: Stoppable[]) {
  let ending = false;
  const end = (why: string | undefined, code: number): void => {
    if (ending) return;
    ending = true;
    if (why) process.stderr.write(`\n${why}\n`);
    void stopAll(running).then(() => process.exit(code));
  };
  const giveUp = (): Promise<void> => {
    if (ending) return new Promise(() => undefined); // A service exited because `end` is already stopping all services.
    ending = true;
    return stopAll(running);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end('stopping', 0));
  return { end, giveUp };
}

async function stopAll(running: Stoppable[]): Promise<void> {
  for (const each of running) await each.stop();
}

function envFile(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${String(value)}\n`)
    .join('');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
