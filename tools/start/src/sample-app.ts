import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from './api';
import { type Environment, runCommand, ServiceProcess } from './process';

export interface SampleSettings {
  program: string;
  folder: string;
  host: string;
  port: number;
  authUrl: string;
  adminUrl: string;
}

type Kept = Record<'APP_ID' | 'APP_SECRET' | 'WEBHOOK_SECRET' | 'DATA_KEY', string>;

/**
 * Registers the sample app as a developer would, and starts it. `said` contains lines to print to the
 * terminal.
 */
export async function startSampleApp(
  settings: SampleSettings,
  developer: Api,
): Promise<{ service: ServiceProcess; said: string }> {
  const { program, folder, host, port } = settings;
  const APP_URL = `http://localhost:${port}`;
  const attributes = JSON.parse(await runCommand(program, ['--registration'], { APP_URL })) as object;
  const app = await registered(developer, join(folder, 'sample-app.json'), attributes);
  const environment: Environment = {
    ...app,
    ...{ HOST: host, PORT: String(port), APP_URL },
    ...{ AUTH_URL: settings.authUrl, ADMIN_URL: settings.adminUrl },
    DATABASE_FILE: join(folder, 'sample-app.db'),
  };
  const log = join(folder, 'logs/sample-app.log');
  const service = ServiceProcess.start({ name: 'sample-app', file: program, port, environment, log });
  await service.ready();
  const grantScreen = `${settings.adminUrl.replace('{shop}', 'demo-shop')}/admin/oauth/${app.APP_ID}`;
  return {
    service,
    said: `The sample app, parcel labels, runs at ${APP_URL}; install it at ${grantScreen}\n`,
  };
}

/**
 * Returns the stored registration of the sample app after updating its URL and scopes. If nothing is stored,
 * registers the app and stores its secrets, which the API returns only once.
 */
async function registered(developer: Api, file: string, attributes: object): Promise<Kept> {
  const kept = keptIn(file);
  const path = `/api/apps/${kept?.APP_ID}`;
  if (kept && (await developer.answersWith('GET', path, 200))) {
    await developer.send('PATCH', path, { type: 'apps', id: kept.APP_ID, attributes });
    return kept;
  }
  const { data, meta } = await developer.send('POST', '/api/apps', { type: 'apps', attributes });
  const made: Kept = {
    APP_ID: data.id,
    APP_SECRET: String(meta?.['secret']),
    WEBHOOK_SECRET: String(meta?.['webhook_secret']),
    DATA_KEY: kept?.DATA_KEY ?? randomBytes(32).toString('base64'),
  };
  writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600 });
  return made;
}

function keptIn(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return undefined;
  }
}
