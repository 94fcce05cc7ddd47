import { UnfinishedError } from '../failures';
import type { Session } from '../session';
import { isAgreed, type Terminal } from '../terminal';
import { type AppFile, readAppFile, writeAppId } from './app-file';
import { suggestedValue, unknownNames } from './app-schema';
import { type Change, changesOf, linesOf } from './changes';
import { checkEnvFile, mergeEnvFile } from './env-file';
import {
  changeApp,
  createApp,
  findApp,
  type NewSecrets,
  type RegisteredApp,
  shopsLacking,
} from './registered-app';

const MAX_NAMED_SHOPS = 10;

export interface DeploymentOptions {
  isConfirmed: boolean;
  isDryRun: boolean;
  /** Environment file for the secrets of a new app. If omitted, the terminal shows the secrets. */
  envFile?: string | undefined;
}

/**
 * Applies the app file to its registered app, or registers a new app. Returns the app's id if the deployment
 * changed anything.
 */
export async function deployApp(
  file: AppFile,
  session: Session,
  terminal: Terminal,
  options: DeploymentOptions,
): Promise<string | undefined> {
  const app = file.app_id === null ? undefined : await findApp(session, file.app_id);
  const changes = changesOf(app?.attributes ?? {}, file.attributes);
  if (app && changes.length === 0) {
    terminal.note(`${app.attributes.name} (${app.id}) has all attributes of ${file.path}; nothing to change`);
    return app.id;
  }
  terminal.note(app ? `changes of ${app.attributes.name} (${app.id}):` : 'a new app:');
  for (const line of changes.flatMap(linesOf)) terminal.print(line);
  for (const { field, name } of unknownNames(file.attributes))
    terminal.note(`${field}: ${JSON.stringify(name)} is unknown.${suggestedValue(field, name)}`);
  if (app) await noteShops(app, { session, terminal, changes });
  if (options.isDryRun) return undefined;
  if (!options.isConfirmed && !(await isAgreed(terminal, 'Apply')))
    throw new UnfinishedError('nothing was changed.');
  return app
    ? change(app, { file, session, terminal, changes })
    : register(file, session, terminal, options.envFile);
}

interface Applied {
  file: AppFile;
  session: Session;
  terminal: Terminal;
  changes: readonly Change[];
}

async function change(app: RegisteredApp, { file, session, terminal, changes }: Applied): Promise<string> {
  const next = await changeApp(
    session,
    app,
    Object.fromEntries(changes.map(({ name, after }) => [name, after])),
  );
  terminal.note(`changed ${next.attributes.name} (${next.id})`);
  for (const { name, after } of changesOf(next.attributes, file.attributes))
    terminal.note(
      `${name} is stored as ${JSON.stringify(next.attributes[name])} instead of ${JSON.stringify(after)}; ` +
        'write it like this in the file',
    );
  return next.id;
}

/** Registers the app, stores or prints its secrets, and writes the app id into the app file. */
async function register(
  { path, attributes }: AppFile,
  session: Session,
  terminal: Terminal,
  envFile: string | undefined,
): Promise<string> {
  if (envFile !== undefined) checkEnvFile(envFile);
  const { app, secrets } = await createApp(session, attributes);
  keepSecrets(app.id, secrets, { terminal, envFile });
  const { app_id: other } = readAppFile(path);
  if (other !== null)
    throw new UnfinishedError(
      `registered ${app.id}, but another deployment wrote ${other} into ${path} at the same time. ` +
        `Delete the app that you do not need: storewright apps delete ${app.id}`,
    );
  writeAppId(path, app.id);
  terminal.note(`registered ${app.attributes.name}; its app_id is in ${path}`);
  return app.id;
}

function keepSecrets(
  app_id: string,
  { secret, webhook_secret }: NewSecrets,
  { terminal, envFile }: { terminal: Terminal; envFile: string | undefined },
): void {
  const variables = { APP_ID: app_id, APP_SECRET: secret, WEBHOOK_SECRET: webhook_secret };
  if (envFile !== undefined) {
    try {
      mergeEnvFile(envFile, variables);
      return terminal.note(
        `APP_ID, APP_SECRET and WEBHOOK_SECRET are in ${envFile}, which only you can read`,
      );
    } catch (error) {
      // Prints the secrets of the app instead, because the API returns them only once.
      terminal.note(`${envFile} cannot be written: ${(error as Error).message}`);
    }
  }
  terminal.note('the secrets are shown only once');
  for (const [name, value] of Object.entries(variables)) terminal.print(`${name}=${value}`);
}

/** Prints the shops whose owners must grant added scopes, and the shops that keep removed scopes. */
async function noteShops(
  { id, attributes: before }: RegisteredApp,
  { session, terminal, changes }: Omit<Applied, 'file'>,
): Promise<void> {
  const scopes = changes.find(({ name }) => name === 'scopes')?.after as readonly string[] | undefined;
  const added = scopes?.filter((scope) => !before.scopes.includes(scope)) ?? [];
  if (added.length === 0) return;
  const shops = (await shopsLacking(session, id, added)).filter(({ lacking }) => lacking.length > 0);
  if (shops.length === 0) return terminal.note('no shop that has the app installed lacks the added scopes');
  terminal.note(
    `the owners of ${shops.length} ${shops.length === 1 ? 'shop' : 'shops'} must grant the added scopes:`,
  );
  for (const { domain, lacking } of shops.slice(0, MAX_NAMED_SHOPS))
    terminal.note(`  ${domain}: ${lacking.join(', ')}`);
  if (shops.length > MAX_NAMED_SHOPS) terminal.note(`  and ${shops.length - MAX_NAMED_SHOPS} more`);
}
