import { existsSync, mkdirSync, watchFile } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { APP_FILE } from '../app-file/app-file';
import { appNameOf, isEmptyFolder, writeApp } from '../app-template';
import { addressOf, parsed } from '../command-line';
import { withCredentials } from '../credentials';
import { UsageError } from '../failures';
import type { Session } from '../session';
import type { Terminal } from '../terminal';
import { checkAuthApi, developerOf } from './developer';
import { readEnvironment } from './environment-file';
import { forwardEvents } from './forwarding';
import { installApp } from './install-app';
import { freePort, HOST, isFree, portOf } from './ports';
import { type FolderApp, registeredApp } from './registration';
import { installPackages, startApp } from './running-app';
import { accessTokenOf, shopFileOf, testShopOf } from './test-shop';

const DEFAULT_AUTH_URL = 'http://localhost:3001';
const DEFAULT_PORT = '4000';
const CHECK_FILE_EVERY_MS = 1_000;

interface Options {
  folder: string;
  authUrl: string;
  email: string | undefined;
  shop: string | undefined;
  port: number;
  /** True if the folder is empty, so that the command must create the app. */
  isNew: boolean;
}

/** Runs `storewright dev` until Ctrl-C. Skips steps that an earlier run completed. */
export async function develop(words: string[], terminal: Terminal, usage: string): Promise<void> {
  const startedAt = Date.now();
  const options = await optionsOf(words, terminal.environment, usage);
  const { folder, port } = options;
  terminal.signal.addEventListener('abort', () => process.exit(0));
  await checkAuthApi(options.authUrl);
  const session = await developerOf(terminal, options.authUrl, options.email);
  if (options.isNew) createFiles(options, terminal);
  const [shop, app] = await Promise.all([
    testShopOf(session, { folder, name: appNameOf(folder), domain: options.shop }, terminal),
    registeredWithPackages(session, folder, terminal),
  ]);
  const token = await accessTokenOf(session, shop, folder);
  const running = await startApp(folder, port, terminal);
  const forwarded = { shop, token, secret: app.webhookSecret, ...webhooksOf(app, port) };
  const following = forwarded.types.length > 0 ? await forwardEvents(forwarded, terminal) : undefined;
  await Promise.race([installApp(session, app, shop, terminal), running.ended]);
  const url = `http://${HOST}:${port}`;
  terminal.open(url, url);
  const shopFile = relative('', shopFileOf(folder));
  terminal.note(`URL and token of the test shop, for another terminal: . ${shopFile}`);
  const seconds = Math.ceil((Date.now() - startedAt) / 1000);
  terminal.print(`ready after ${seconds} s: ${url} runs in ${shop.attributes.domain}; Ctrl-C stops`);
  reportChanges(join(folder, APP_FILE), terminal);
  await Promise.race([running.ended, following?.ended ?? running.ended]);
}

async function optionsOf(words: string[], environment: NodeJS.ProcessEnv, usage: string): Promise<Options> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parsed(
    words,
    { 'auth-url': text, email: text, shop: text, port: text },
    usage,
  );
  if (positionals.length > 1) throw new UsageError(`usage: ${usage}`);
  const folder = resolve(positionals[0] ?? '.');
  const isNew = !existsSync(join(folder, APP_FILE));
  if (isNew && !isEmptyFolder(folder))
    throw new UsageError(
      `${folder} contains files but no ${APP_FILE}. Use an empty folder, or run "storewright apps pull <app>" in ` +
        'the folder of an existing app.',
    );
  const { AUTH_URL, PORT = DEFAULT_PORT } = readEnvironment(join(folder, '.env'));
  const { STOREWRIGHT_AUTH_URL: stored } = withCredentials(environment);
  const port = values.port === undefined ? undefined : portOf(values.port, '--port');
  return {
    ...{ folder, isNew, email: values.email, shop: values.shop },
    authUrl: addressOf(values['auth-url'] ?? AUTH_URL ?? stored ?? DEFAULT_AUTH_URL, '--auth-url'),
    port:
      isNew && port === undefined ? await freePort() : await checked(port ?? portOf(PORT, 'PORT in .env')),
  };
}

async function checked(port: number): Promise<number> {
  if (await isFree(port)) return port;
  throw new UsageError(
    `another program uses port ${port}. End that program, or change PORT in .env and install_url in ${APP_FILE}.`,
  );
}

function createFiles({ folder, authUrl, port }: Options, { note }: Terminal): void {
  mkdirSync(folder, { recursive: true });
  writeApp(folder, { name: appNameOf(folder), auth_url: authUrl, port: String(port) });
  note(`created an app in ${relative('', folder) || 'this folder'}`);
}

async function registeredWithPackages(
  session: Session,
  folder: string,
  terminal: Terminal,
): Promise<FolderApp> {
  const app = await registeredApp(session, folder, terminal);
  if (!existsSync(join(folder, 'node_modules'))) await installPackages(folder, terminal);
  return app;
}

/**
 * Returns the webhook URL of the app on this machine and the event types to forward. Returns no event types
 * if the platform itself can send webhooks to this machine.
 */
function webhooksOf({ attributes }: FolderApp, port: number): { target: string; types: readonly string[] } {
  const { webhook_url, webhook_events = [] } = attributes;
  const url = typeof webhook_url === 'string' ? new URL(webhook_url) : undefined;
  const isLocal = url?.hostname === HOST;
  return {
    target: `http://${HOST}:${port}${url?.pathname ?? '/webhooks'}`,
    types: isLocal ? [] : (webhook_events as readonly string[]),
  };
}

/** Reports changes of the app file, because they take effect only after a deployment. */
function reportChanges(file: string, { note }: Terminal): void {
  watchFile(file, { interval: CHECK_FILE_EVERY_MS }, () =>
    note(`${APP_FILE} changed; to apply the change, run "storewright apps deploy" and this command again`),
  );
}
