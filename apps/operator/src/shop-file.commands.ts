import { reservedDomains, secretsKeys, SettingsError } from '@storewright/config';
import type { WhichShop } from '@storewright/schema';
import { serversOf } from './database-url';
import { bucketOf } from './move-images.command';
import { need, type Options } from './options';

type Environment = NodeJS.ProcessEnv;

/** Exports a shop to a file. Requires OWNER_DB_PASSWORD and the administrator connections of `migrate`. */
export async function exportShopCommand(environment: Environment, options: Options): Promise<string> {
  const [servers, passwords, path] = [serversOf(environment), owner(environment), need(options, 'out')];
  const which = whichShop(options);
  const { exportShop } = await import('./schema');
  const { shop, rows, bytes } = await exportShop(servers, passwords, which, path);
  return `shop ${shop.domain} (${shop.id}) is in ${path}: ${rows} rows, ${bytes} bytes`;
}

/**
 * Imports a shop from a file. Requires the settings of export-shop, SECRETS_KEY, and SOURCE_SECRETS_KEY if
 * the source platform has other keys.
 */
export async function importShopCommand(environment: Environment, options: Options): Promise<string> {
  const [servers, passwords, path] = [serversOf(environment), owner(environment), need(options, 'in')];
  const source = environment['SOURCE_SECRETS_KEY'];
  const given = {
    keys: secretsKeys(environment),
    sourceKeys: source ? secretsKeys({ SECRETS_KEY: source }) : undefined,
    reservedDomains: reservedDomains(environment),
    samePeople: options.has('same-people'),
  };
  const { importShop } = await import('./schema');
  const { shop, rows, resumed } = await importShop(servers, passwords, path, given);
  return (
    `shop ${shop.domain} (${shop.id}) is imported: ${rows} ` +
    `rows${resumed ? ', completing an earlier import of the shop data' : ''}`
  );
}

/** Deletes a suspended shop. Prints the numbers of deleted and remaining rows. */
export async function deleteShopCommand(environment: Environment, options: Options): Promise<string> {
  const [servers, passwords, which] = [serversOf(environment), owner(environment), whichShop(options)];
  const isTrial = options.has('dry-run');
  const path = isTrial ? undefined : need(options, 'out');
  const { deleteShop, planDeletion } = await import('./schema');
  if (path === undefined) {
    const { shop, rows, kept } = await planDeletion(servers, passwords, which);
    return (
      `shop ${shop.domain} (${shop.id}) would be deleted: ${totalOf(rows)} rows ` +
      `(${listed(rows)})\nwould remain: ${listed(kept)}`
    );
  }
  const bucket = await bucketOf(environment);
  const deleteImages = async (shop_id: string) => bucket?.deleteAll(`${shop_id}/`);
  const { shop, rows, kept, resumed } = await deleteShop(servers, passwords, which, path, deleteImages);
  const was = resumed ? ', continuing an earlier run' : '';
  return (
    `shop ${shop.domain} (${shop.id}) is deleted: ${totalOf(rows)} rows${was}; its export is ` +
    `${path}\nremain: ${listed(kept)}; backups, log lines and traces of the platform; what apps have ` +
    'copied'
  );
}

const totalOf = (rows: Readonly<Record<string, number>>) =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);
const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

function owner(environment: Environment): { owner: string } {
  const password = environment['OWNER_DB_PASSWORD'];
  if (!password) throw new SettingsError('OWNER_DB_PASSWORD is not set.');
  return { owner: password };
}

function whichShop(options: Options): WhichShop {
  const id = options.get('id');
  if ((id === undefined) === !options.has('domain')) throw new SettingsError('use --domain or --id.');
  return id === undefined ? { domain: need(options, 'domain') } : { id };
}
