import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { moveShop } from '@storewright/schema';
import { Client } from 'pg';
import { counted, seconds, shown } from '../faults/fault';
import { type Answer, Traffic } from '../faults/traffic';
import { pause } from '../faults/world';
import { table } from '../table';
import { type LedgerOptions, ledgerOptions } from './options';
import { LedgerPlatform } from './platform';

/** What is done while clients read and write; says what it did. */
interface Phase {
  done: string;
  happen: (platform: LedgerPlatform, options: LedgerOptions) => Promise<string>;
}

const quiet: Phase = {
  done: 'nothing',
  happen: async (_, { phaseMs }) => {
    await pause(phaseMs);
    return '';
  },
};

/** Each shop to another node and home again, so that they are on all nodes afterwards, too. */
const moves: Phase = {
  done: 'shards move',
  happen: async (platform, { url, phaseMs }) => {
    const [nodes, homes] = [await workersOf(url), await platform.nodes()];
    let count = 0;
    for (const end = performance.now() + phaseMs; performance.now() < end; count += 2) {
      const at = (count / 2) % homes.length;
      const isHome = ({ host, port }: (typeof nodes)[0]) => homes[at] === `${host}:${port}`;
      for (const node of [nodes.find((each) => !isHome(each)), nodes.find(isHome)])
        if (node) await moveShop(platform.database.administratorUrl, platform.shops[at]!.id, node);
    }
    return `${count} times`;
  },
};

const kill: Phase = {
  done: 'a worker node is killed',
  happen: async (_, { awayMs, kill, start }) => {
    await shell(kill!);
    await pause(awayMs);
    await shell(start!);
    return `for ${seconds(awayMs)}`;
  },
};

const restart: Phase = {
  done: 'the server restarts',
  happen: async (_, { restart }) => {
    await shell(restart!);
    return '';
  },
};

/**
 * Writes with idempotency keys over many shops while shards move, a node is killed and the server restarts, each as far as it was asked for; then asks the shops what
 * is there, and prints what was lost, duplicated or half-done, and what clients were answered meanwhile. Ends with code 1 where anything was.
 */
export async function runLedger(words: string[]): Promise<void> {
  let platform: LedgerPlatform | undefined;
  try {
    const options = ledgerOptions(words);
    platform = await LedgerPlatform.open(options.url, options.shops);
    const isWhole = await run(platform, options);
    await platform.close();
    process.exit(isWhole ? 0 : 1);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${platform?.said ?? ''}\n`);
    await platform?.close();
    process.exit(1);
  }
}

async function run(platform: LedgerPlatform, options: LedgerOptions): Promise<boolean> {
  const traffic = await Traffic.start(platform, options.paceMs);
  await traffic.goesOn();
  const rows: string[][] = [];
  for (const phase of phasesOf(platform, options)) {
    process.stderr.write(`${phase.done} …\n`);
    const [from, nodes] = [traffic.answers.length, await platform.nodes()];
    const said = await phase.happen(platform, options);
    await traffic.goesOn();
    rows.push(...rowsOf(`${phase.done} ${said}`.trim(), traffic.answers.slice(from), nodes));
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

/** A row for the shops of each node. `nodes`: of the shops; none where there is one Postgres. */
function rowsOf(done: string, answers: readonly Answer[], nodes: readonly string[]): string[][] {
  if (nodes.length === 0) return [[done, 'all', ...cellsOf(answers)]];
  return [...new Set(nodes)].toSorted().map((node, at) => {
    const count = nodes.filter((each) => each === node).length;
    const theirs = answers.filter(({ shop }) => nodes[shop] === node);
    return [at === 0 ? done : '', `${count} on ${node}`, ...cellsOf(theirs)];
  });
}

function cellsOf(answers: readonly Answer[]): string[] {
  const names = answers.map(({ status, code }) => `${status || 'no answer'} ${code}`.trim());
  return [shown(counted(names)), seconds(answers.reduce((longest, { ms }) => Math.max(longest, ms), 0))];
}

async function workersOf(connectionString: string): Promise<{ host: string; port: number }[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid',
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Until it is done; a command that fails once is not repeated. */
async function shell(command: string): Promise<void> {
  await promisify(execFile)('/bin/sh', ['-c', command]);
}
