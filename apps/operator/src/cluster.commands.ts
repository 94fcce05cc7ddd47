import { SettingsError } from '@storewright/config';
import type { Moved } from '@storewright/schema';
import { serversOf } from './database-url';
import { untilInterrupted } from './interrupts';
import { need, type Options } from './options';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Distributes the tables on a Citus coordinator over the cluster's nodes. `--dry-run` only prints the steps.
 * Requires OWNER_DB_PASSWORD.
 */
export async function distributeCommand(
  environment: Environment,
  options: Options,
  report: (line: string) => void,
): Promise<string> {
  const owner = environment['OWNER_DB_PASSWORD'];
  if (!owner) throw new SettingsError('OWNER_DB_PASSWORD is not set.');
  const dryRun = options.has('dry-run');
  const shards = options.has('shards') ? { shards: wholeNumber(options, 'shards') } : {};
  const servers = serversOf(environment);
  const { distribute } = await import('./schema');
  const done = await untilInterrupted((signal) =>
    distribute(servers.shop, { owner }, { dryRun, ...shards, signal, ...(!dryRun && { report }) }),
  );
  if (done.length === 0) return 'everything is distributed';
  return [dryRun ? 'to do:' : 'done:', ...done].join('\n');
}

const DEFAULT_MINUTES = 60;

function shardOptions(options: Options, report: (line: string) => void) {
  const minutes = options.has('minutes') ? wholeNumber(options, 'minutes') : DEFAULT_MINUTES;
  return { blocking: options.has('blocking'), limitMs: minutes * 60_000, report };
}

export async function moveShopCommand(
  environment: Environment,
  options: Options,
  report: (line: string) => void,
): Promise<string> {
  const limits = shardOptions(options, report);
  const node = nodeOf(options, 'to');
  const [servers, domain] = [serversOf(environment), need(options, 'domain')];
  const { moveShop, shopOfDomain } = await import('./schema');
  const id = await shopOfDomain(servers.auth, domain);
  const { from, to } = await untilInterrupted((signal) =>
    moveShop(servers.shop, id, node, { ...limits, signal }),
  );
  return from.node === to.node && from.port === to.port
    ? `shard ${to.shard} is already on ${place(to)}`
    : `moved shard ${to.shard} from ${place(from)} to ${place(to)}${to.isAlone ? '' : ', with all shops in it'}`;
}

export async function isolateShopCommand(
  environment: Environment,
  options: Options,
  report: (line: string) => void,
): Promise<string> {
  const limits = shardOptions(options, report);
  const [servers, domain] = [serversOf(environment), need(options, 'domain')];
  const { isolateShop, shopOfDomain } = await import('./schema');
  const id = await shopOfDomain(servers.auth, domain);
  const { from, to } = await untilInterrupted((signal) =>
    isolateShop(servers.shop, id, { ...limits, signal }),
  );
  return from.isAlone
    ? `the shop already has shard ${to.shard} on ${place(to)} as its only shop`
    : `the shop now has shard ${to.shard} on ${place(to)} as its only shop`;
}

export async function rebalanceCommand(
  environment: Environment,
  _options: Options,
  report: (line: string) => void,
): Promise<string> {
  const { shop } = serversOf(environment);
  const { rebalance } = await import('./schema');
  const moves = await untilInterrupted((signal) => rebalance(shop, { report, signal }));
  return moves === 0 ? 'the shards are evenly distributed' : `${moves} moves`;
}

export async function drainNodeCommand(
  environment: Environment,
  options: Options,
  report: (line: string) => void,
): Promise<string> {
  const { shop } = serversOf(environment);
  const node = nodeOf(options, 'node');
  const { drainNode } = await import('./schema');
  const moves = await untilInterrupted((signal) => drainNode(shop, node, { report, signal }));
  return `${node.host}:${node.port} has no shards (${moves} moves), and no shard moves to it`;
}

/**
 * Prints node, shard and domain of each shop. If Citus collects statistics, adds the number of statements in
 * the last period.
 */
export async function listShopsCommand(environment: Environment, options: Options): Promise<string> {
  const servers = serversOf(environment);
  const node = options.has('node') ? nodeOf(options, 'node') : undefined;
  const { shopsByNode } = await import('./schema');
  const shops = await shopsByNode(servers);
  const shown = node ? shops.filter((shop) => shop.node === `${node.host}:${node.port}`) : shops;
  const rows = shown.map(({ node: at, shard, domain, statements }) => [
    ...[at, `shard ${shard}`, domain],
    ...(statements === undefined ? [] : [`${statements} statements`]),
  ]);
  return rows.map((columns) => columns.join('  ')).join('\n') || 'there are no shops';
}

export async function listMovesCommand(environment: Environment): Promise<string> {
  const { shop } = serversOf(environment);
  const { listMoves } = await import('./schema');
  return (await listMoves(shop)).join('\n') || 'no shard is moving';
}

export async function stopMovesCommand(environment: Environment): Promise<string> {
  const { shop } = serversOf(environment);
  const { stopMoves } = await import('./schema');
  return (await stopMoves(shop)).join('\n') || 'no shard is moving';
}

function nodeOf(options: Options, name: string): { host: string; port: number } {
  const [host, port, ...rest] = (options.get(name) ?? '').split(':');
  if (!host || !/^\d+$/.test(port ?? '') || rest.length > 0)
    throw new Error(`--${name} must be a node of the cluster, host:port.`);
  return { host, port: Number(port) };
}

const place = ({ node, port }: Moved['to']) => `${node}:${port}`;

function wholeNumber(options: Options, name: string): number {
  const value = need(options, name);
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new Error(`--${name} must be a whole number.`);
  return Number(value);
}
