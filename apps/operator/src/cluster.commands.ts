import { SettingsError } from '@storewright/config';
import type { Moved } from '@storewright/schema';
import { serversOf } from './database-url';
import { untilInterrupted } from './interrupts';
import { need, type Options } from './options';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Distributes the tables of a Citus coordinator as the services require. `--dry-run` only prints the steps.
 * Requires OWNER_DB_PASSWORD.
 */
export async function distributeCommand(environment: Environment, options: Options): Promise<string> {
  const owner = environment['OWNER_DB_PASSWORD'];
  if (!owner) throw new SettingsError('OWNER_DB_PASSWORD is not set.');
  const dryRun = options.has('dry-run');
  const shards = options.has('shards') ? { shards: wholeNumber(options, 'shards') } : {};
  const servers = serversOf(environment);
  const { distribute } = await import('./schema');
  const done = await distribute(servers.shop, { owner }, { dryRun, ...shards });
  if (done.length === 0) return 'everything is distributed';
  return [dryRun ? 'to do:' : 'done:', ...done].join('\n');
}

/** Default time limit of move-shop and isolate-shop. */
const DEFAULT_MINUTES = 60;

/** Options that move-shop and isolate-shop share. */
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
  const [host, port, ...rest] = (options.get('to') ?? '').split(':');
  if (!host || !/^\d+$/.test(port ?? '') || rest.length > 0)
    throw new Error('--to must be a node of the cluster, host:port.');
  const [servers, domain] = [serversOf(environment), need(options, 'domain')];
  const { moveShop, shopOfDomain } = await import('./schema');
  const id = await shopOfDomain(servers.auth, domain);
  const node = { host, port: Number(port) };
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
  const moves = await rebalance(shop, report);
  return moves === 0 ? 'the shards are evenly distributed' : `${moves} moves`;
}

const place = ({ node, port }: Moved['to']) => `${node}:${port}`;

function wholeNumber(options: Options, name: string): number {
  const value = need(options, name);
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new Error(`--${name} must be a whole number.`);
  return Number(value);
}
