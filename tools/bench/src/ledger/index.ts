import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { moveShop } from '@storewright/schema';
import { withClient } from '../database-client';
import { type TrafficResponse, Traffic } from '../faults/traffic';
import { countByName, formatCounts, formatSeconds } from '../numbers';
import { table } from '../table';
import { type LedgerOptions, ledgerOptions } from './options';
import { LedgerPlatform } from './platform';

/** An action during the test traffic. `perform` returns a note for the result table. */
interface Phase {
  name: string;
  perform: (platform: LedgerPlatform, options: LedgerOptions) => Promise<string>;
}

const quiet: Phase = {
  name: 'nothing',
  perform: async (_, { phaseMs }) => {
    await pause(phaseMs);
    return '';
  },
};

const MOVE_LIMIT_MS = 300_000;

/** Moves each shop to a different Citus node and back. Afterwards, every node stores a shop. */
const moves: Phase = {
  name: 'shards move',
  perform: async (platform, { url, phaseMs }) => {
    const [nodes, homes] = [await workersOf(url), await platform.nodes()];
    let count = 0;
    for (const end = performance.now() + phaseMs; performance.now() < end; count += 2) {
      const at = (count / 2) % homes.length;
      const isHome = ({ host, port }: (typeof nodes)[0]) => homes[at] === `${host}:${port}`;
      for (const node of [nodes.find((each) => !isHome(each)), nodes.find(isHome)])
        if (node)
          await moveShop(platform.database.administratorUrl, platform.shops[at]!.id, node, {
            limitMs: MOVE_LIMIT_MS,
          });
    }
    return `${count} times`;
  },
};

const kill: Phase = {
  name: 'a worker node is killed',
  perform: async (_, { awayMs, kill, start }) => {
    await shell(kill!);
    await pause(awayMs);
    await shell(start!);
    return `for ${formatSeconds(awayMs)}`;
  },
};

const restart: Phase = {
  name: 'the server restarts',
  perform: async (_, { restart }) => {
    await shell(restart!);
    return '';
  },
};

/**
 * Sends writes with idempotency keys to many shops. Optionally moves shards, kills a node and restarts the
 * server during the writes. Prints lost, duplicated and partial writes, and the responses that clients got.
 * Exits with code 1 if a write is wrong.
 */
export async function runLedger(words: string[]): Promise<void> {
  let platform: LedgerPlatform | undefined;
  try {
    const options = ledgerOptions(words);
    platform = await LedgerPlatform.open(options.url, options.shops);
    const isWhole = await checkWrites(platform, options);
    await platform.close();
    process.exit(isWhole ? 0 : 1);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${platform?.said ?? ''}\n`);
    await platform?.close();
    process.exit(1);
  }
}

async function checkWrites(platform: LedgerPlatform, options: LedgerOptions): Promise<boolean> {
  const traffic = await Traffic.start(platform, options.paceMs);
  await traffic.everyClientServed();
  const rows: string[][] = [];
  for (const phase of phasesOf(platform, options)) {
    process.stderr.write(`${phase.name} …\n`);
    const [from, nodes] = [traffic.answers.length, await platform.nodes()];
    const note = await phase.perform(platform, options);
    await traffic.everyClientServed();
    rows.push(...rowsOf(`${phase.name} ${note}`.trim(), traffic.answers.slice(from), nodes));
  }
  await traffic.stop();
  const { acknowledged, lost, duplicated, halfDone } = await traffic.verdict();
  const wrong = [...lost, ...duplicated, ...halfDone];
  process.stdout.write(`\n${table(['meanwhile', 'shops', 'answers', 'longest'], rows)}\n
${platform.isCluster ? 'Citus' : 'Postgres'}, ${platform.shops.length} shops: ${acknowledged} writes acknowledged, ${lost.length} lost, ${duplicated.length} duplicated, ${halfDone.length} half-done
${wrong
  .slice(0, 20)
  .map((each) => `  ${each}\n`)
  .join('')}`);
  return wrong.length === 0;
}

function phasesOf(
  { isCluster }: LedgerPlatform,
  { kill: killing, restart: restarting }: LedgerOptions,
): Phase[] {
  return [
    quiet,
    ...(isCluster ? [moves] : []),
    ...(killing === undefined ? [] : [kill]),
    ...(restarting === undefined ? [] : [restart]),
  ];
}

/**
 * Returns a result row for each Citus node. `nodes` contains the node of each shop and is empty without a
 * Citus cluster.
 */
function rowsOf(name: string, answers: readonly TrafficResponse[], nodes: readonly string[]): string[][] {
  if (nodes.length === 0) return [[name, 'all', ...cellsOf(answers)]];
  return [...new Set(nodes)].toSorted().map((node, at) => {
    const count = nodes.filter((each) => each === node).length;
    const theirs = answers.filter(({ shop }) => nodes[shop] === node);
    return [at === 0 ? name : '', `${count} on ${node}`, ...cellsOf(theirs)];
  });
}

function cellsOf(answers: readonly TrafficResponse[]): string[] {
  const names = answers.map(({ status, code }) => `${status || 'no answer'} ${code}`.trim());
  return [
    formatCounts(countByName(names)),
    formatSeconds(answers.reduce((longest, { ms }) => Math.max(longest, ms), 0)),
  ];
}

function workersOf(url: string): Promise<{ host: string; port: number }[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid',
    );
    return rows;
  });
}

async function shell(command: string): Promise<void> {
  await promisify(execFile)('/bin/sh', ['-c', command]);
}
