import { type ChildProcess, fork } from 'node:child_process';
import { load, median } from '../load';
import { makeShop } from '../people';
import type { Stage } from '../stage';
import { countStatements } from '../statements';
import { fillStore } from '../store/fill-store';
import { table } from '../table';
import { type Cost, costOf, perRequest } from './cost';
import { installPeer } from './install';
import { type PeerCase, productCases, Products } from './products';

const turns = { full: 9, quick: 5 };
const seconds = { full: 2, quick: 1 };

/** One of the two, and what it is called by the database. */
interface Side {
  port: number;
  host: string;
  token?: string;
  role: string;
  /** ms of processor time of its process. */
  node(): number | undefined;
}

interface Run {
  perSecond: number;
  cost: Cost;
}

/**
 * The shop API beside json-api-nestjs, which serves the same products from a table of their own: no token, no tenant, no row-level security, no events. In
 * turns; the worker runs.
 */
export async function measurePeers(
  stage: Stage,
  orders: number,
  how: keyof typeof turns,
  say: (text: string) => void,
): Promise<string> {
  const server = installPeer('json-api-nestjs');
  const shop = await makeShop(stage.client, 'bench-peers');
  await fillStore(stage.client, shop, orders);
  const products = await Products.copied(stage.client, shop);
  for (const role of ['storewright_shop', 'bench_peer']) await countStatements(stage.client, role);
  await stage.startService('hooks-worker');
  const port = await stage.startService('shop-api');
  const peer = await startPeer(server, stage.databaseUrl());
  try {
    const ours: Side = {
      ...{ port, host: `${shop.domain}.localhost`, token: shop.token, role: 'storewright_shop' },
      node: () => stage.cpuOf(port),
    };
    const theirs: Side = {
      ...{ port: peer.port, host: 'localhost', role: 'bench_peer' },
      node: () => stage.cpuOfProgram(peer.child),
    };
    say(`beside json-api-nestjs: ${orders / 10} products\n`);
    const rows = [];
    for (const each of productCases) rows.push(await compare(each, stage, products, { ours, theirs, how }));
    return table(head, rows);
  } finally {
    peer.child.disconnect();
  }
}

const head = [
  ...['case', 'requests/s', 'json-api-nestjs/s', 'ratio', 'min', 'max'],
  ...['Node ms', 'theirs', 'database ms', 'theirs', 'statements', 'theirs'],
];

async function compare(
  each: PeerCase,
  stage: Stage,
  products: Products,
  { ours, theirs, how }: { ours: Side; theirs: Side; how: keyof typeof turns },
): Promise<string[]> {
  const runs: { ours: Run; theirs: Run }[] = [];
  for (let turn = 0; turn <= turns[how]; turn += 1) {
    if (each.spare) await products.makeSpare(each.spare * seconds[how]);
    const run = {
      ours: await measured(stage, ours, each.ours(products), seconds[how]),
      theirs: await measured(stage, theirs, each.peer(products), seconds[how]),
    };
    // The first turn warms up.
    if (turn > 0) runs.push(run);
  }
  const shown = (of: (run: Run) => number | undefined, digits: number) =>
    [runs.map((run) => of(run.ours)), runs.map((run) => of(run.theirs))].map((values) =>
      values.every((value) => value !== undefined) ? median(values).toFixed(digits) : '',
    );
  const ratios = runs.map((run) => run.ours.perSecond / run.theirs.perSecond);
  return [
    each.name,
    ...shown((run) => run.perSecond, 0),
    ...[median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)),
    ...shown((run) => run.cost.node, 2),
    ...shown((run) => run.cost.database, 2),
    ...shown((run) => run.cost.statements, 1),
  ];
}

async function measured(
  stage: Stage,
  side: Side,
  request: Parameters<typeof load>[1][number],
  duration: number,
): Promise<Run> {
  const before = await costOf(stage, { role: side.role, node: side.node() });
  const { perSecond, requests } = await load(side, [request], duration);
  const after = await costOf(stage, { role: side.role, node: side.node() });
  return { perSecond, cost: perRequest(before, after, requests) };
}

async function startPeer(
  server: string,
  databaseUrl: string,
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(server, [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--max-semi-space-size=64'],
  });
  const port = new Promise<number>((done, failed) => {
    child.once('message', (message) => done(message as number));
    child.once('exit', (code) => failed(new Error(`the peer ended with code ${code}`)));
  });
  const url = new URL(databaseUrl);
  [url.username, url.password] = ['bench_peer', 'peer'];
  child.send({ databaseUrl: url.href });
  return { child, port: await port };
}
