import { join } from 'node:path';
import { isApiError } from '@storewright/sdk';
import { APP_FILE, type AppFile, readAppFile } from '../app-file/app-file';
import type { AppAttributes } from '../app-file/app-schema';
import { changesOf } from '../app-file/changes';
import { deployApp } from '../app-file/deployment';
import { findApp, type RegisteredApp } from '../app-file/registered-app';
import { UnfinishedError, UsageError } from '../failures';
import type { Session } from '../session';
import type { Terminal } from '../terminal';
import { readEnvironment } from './environment-file';

export interface FolderApp {
  id: string;
  attributes: AppAttributes;
  webhookSecret: string;
}

/**
 * Registers the app in the folder, unless its app file contains the id of a registered app. Stores new
 * secrets in .env. Asks whether to deploy changes of the app file.
 */
export async function registeredApp(
  session: Session,
  folder: string,
  terminal: Terminal,
): Promise<FolderApp> {
  const path = join(folder, APP_FILE);
  const before = readAppFile(path);
  if (before.app_id === null) await register(session, before, folder, terminal);
  else await deployChanges(session, before, terminal);
  const { app_id, attributes } = readAppFile(path);
  const { WEBHOOK_SECRET: webhookSecret } = readEnvironment(join(folder, '.env'));
  if (!webhookSecret)
    throw new UsageError(
      'WEBHOOK_SECRET is missing in .env. Create another one: ' +
        `storewright apps secrets rotate ${app_id} webhook >> .env`,
    );
  return { id: app_id!, attributes, webhookSecret };
}

async function register(session: Session, file: AppFile, folder: string, terminal: Terminal): Promise<void> {
  const quiet = { ...terminal, print: () => undefined, note: () => undefined };
  const options = { isConfirmed: true, isDryRun: false, envFile: join(folder, '.env') };
  const id = await deployApp(file, session, quiet, options);
  terminal.note(`registered the app ${id}; its secrets are in .env`);
}

/**
 * Asks whether to deploy changes of the app file. If the terminal is not interactive, only prints the
 * changes.
 */
async function deployChanges(session: Session, file: AppFile, terminal: Terminal): Promise<void> {
  const app = await registeredIn(session, file.app_id!);
  const changes = changesOf(app.attributes, file.attributes);
  if (changes.length === 0) return;
  if (!terminal.isInteractive())
    return terminal.note(
      `${APP_FILE} changes ${changes.map(({ name }) => name).join(', ')}; run "storewright apps deploy" to apply ` +
        'the changes',
    );
  try {
    await deployApp(file, session, terminal, { isConfirmed: false, isDryRun: false });
  } catch (error) {
    if (!(error instanceof UnfinishedError)) throw error;
    terminal.note(`the app keeps its registered attributes: ${error.message}`);
  }
}

async function registeredIn(session: Session, id: string): Promise<RegisteredApp> {
  try {
    return await findApp(session, id);
  } catch (error) {
    if (!isApiError(error, 'not_found')) throw error;
    throw new UsageError(
      `you have no app ${id}, which ${APP_FILE} names. Sign in as its developer with "storewright login", or ` +
        'remove "app_id" from the file to register a new app.',
    );
  }
}
