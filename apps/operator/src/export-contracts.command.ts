import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, parseContract } from '@storewright/contracts';
import { databaseUrl } from './database-url';
import { need, type Options } from './options';

interface InstalledContract extends Record<string, unknown> {
  app_id: string;
  name: string;
  resources: string;
  events: string[];
}

/** Names of the files that the export command writes. The command deletes only files with these names. */
const EXPORTED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/;

/**
 * Writes the API contract of each installed app to a file `<app id>.json`. Deletes the files of apps that are
 * no longer installed.
 */
export async function exportContractsCommand(
  environment: Readonly<Record<string, string | undefined>>,
  options: Options,
): Promise<string> {
  const folder = need(options, 'out');
  const url = databaseUrl(environment, 'AUTH_DATABASE_URL');
  const { inAuthData } = await import('./auth-data');
  return inAuthData(url, async (database) => {
    const text = 'SELECT app_id, name, resources, events FROM auth.installed_contracts()';
    const rows = await database.query<InstalledContract>({}, { name: 'installed-contracts', text });
    mkdirSync(folder, { recursive: true });
    const contracts = new Map(rows.map((row) => [`${row.app_id}.json`, contractOf(row)]));
    for (const [file, contract] of contracts)
      writeFileSync(join(folder, file), `${JSON.stringify(contract, null, 2)}\n`);
    const others = readdirSync(folder).filter((file) => EXPORTED.test(file) && !contracts.has(file));
    for (const file of others) rmSync(join(folder, file));
    const deleted = others.length > 0 ? `, and ${others.length} outdated files are deleted` : '';
    return `contracts in ${folder}: ${contracts.size}${deleted}`;
  });
}

/**
 * Sorts the names in the API contract of an app, because Postgres does not keep the order of JSON members.
 */
function contractOf({ app_id, name, resources, events }: InstalledContract): Contract {
  const app = { id: app_id, name };
  return parseContract({ version: 1, app, resources: JSON.parse(resources) as unknown, events });
}
