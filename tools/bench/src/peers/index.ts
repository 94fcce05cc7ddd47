import { type ChildProcess, fork } from 'node:child_process';
import { cpuOf } from '../cpu';
import { type Target, targetOf } from '../http';
import { load } from '../load';
import { median } from '../numbers';
import { makeShop } from '../people';
import { messageOf, type Stage } from '../stage';
import { countStatements } from '../statements';
import { fillStore } from '../store/fill-store';
import { table } from '../table';
import { measureTurns, ratioCells } from '../turns';
import { type Cost, costOf, perRequest } from './cost';
import { installPeer } from './install';
import { type PeerCase, productCases, Products } from './products';

const TURNS = { full: 9, quick: 5 };
const SECONDS = { full: 2, quick: 1 };

interface Side extends Target {
  role: string;
  nodeCpu(): number | undefined;
}

interface Run {
  perSecond: number;
  cost: Cost;
}

/**
 * Compares the shop API with json-api-nestjs, which serves the same products from a separate table without
 * tokens, tenants, row-level security and events. The webhook worker runs during both measurements.
 */
export async function measurePeers(
  stage: Stage,
  orders: number,
  how: keyof typeof TURNS,
  say: (text: string) => void,
): Promise<string> {
  const server = installPeer('json-api-nestjs');
  const shop = await makeShop(stage.client, 'bench-peers');
  await fillStore(stage.client, shop, orders);
  const products = await Products.copy(stage.client, shop);
  for (const role of ['storewright_shop', 'bench_peer']) await countStatements(stage.client, role);
  await stage.startService('hooks-worker');
  const port = await stage.startService('shop-api');
  const peer = await startPeer(server, stage.databaseUrl());
  try {
    const ours: Side = {
      ...{ ...targetOf(shop, port), role: 'storewright_shop' },
      nodeCpu: () => stage.cpuOf(port),
    };
    const theirs: Side = {
      ...{ port: peer.port, host: 'localhost', role: 'bench_peer' },
      nodeCpu: () => cpuOf(peer.child.pid),
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
  { ours, theirs, how }: { ours: Side; theirs: Side; how: keyof typeof TURNS },
): Promise<string[]> {
  const runs = await measureTurns(TURNS[how], async () => {
    if (each.spare) await products.makeSpare(each.spare * SECONDS[how]);
    return {
      ours: await measured(stage, ours, each.ours(products), SECONDS[how]),
      theirs: await measured(stage, theirs, each.peer(products), SECONDS[how]),
    };
  });
  const cells = (of: (run: Run) => number | undefined, digits: number) =>
    [runs.map((run) => of(run.ours)), runs.map((run) => of(run.theirs))].map((values) =>
      values.every((value) => value !== undefined) ? median(values).toFixed(digits) : '',
    );
  const ratios = runs.map((run) => run.ours.perSecond / run.theirs.perSecond);
  return [
    each.name,
    ...cells((run) => run.perSecond, 0),
    ...ratioCells(ratios),
    ...cells((run) => run.cost.node, 2),
    ...cells((run) => run.cost.database, 2),
    ...cells((run) => run.cost.statements, 1),
  ];
}

async function measured(
  stage: Stage,
  side: Side,
  request: Parameters<typeof load>[1][number],
  duration: number,
): Promise<Run> {
  const cost = () => costOf(stage, side.role, side.nodeCpu());
  const before = await cost();
  const { perSecond, requests } = await load(side, [request], duration);
  return { perSecond, cost: perRequest(before, await cost(), requests) };
}

async function startPeer(
  server: string,
  databaseUrl: string,
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(server, [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--max-semi-space-size=64'],
  });
  const port = messageOf<number>(child);
  const url = new URL(databaseUrl);
  [url.username, url.password] = ['bench_peer', 'peer'];
  child.send({ databaseUrl: url.href });
  return { child, port: await port };
}
