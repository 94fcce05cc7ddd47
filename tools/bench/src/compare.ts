import { isDeepStrictEqual } from 'node:util';
import type { BareRoute, Floor } from './bare-server';
import { type Case, pageRoute } from './cases';
import { load, type Measured, median, type Target } from './load';
import type { BenchShop } from './people';
import { pgLoop } from './pg-loop';
import { get } from './requests';
import type { Stage } from './stage';
import { table } from './table';

/** Turns in which the shop API and its floors are measured one after another: their ratio is taken turn by turn, because machines drift. */
const turns = 9;
const seconds = 2;

/** The table of all cases. */
export async function compareCases(
  stage: Stage,
  shop: BenchShop,
  port: number,
  all: Case[],
): Promise<string> {
  const host = `${shop.domain}.localhost`;
  const routes: BareRoute[] = [];
  for (const { bare, statement } of all) {
    const isPage = bare.kind === 'page';
    routes.push(isPage ? await pageRoute({ port, host, token: shop.token }, bare.path, statement()) : bare);
  }
  // The pages by their whole address come before the pattern.
  routes.sort((one, other) => Number(one.path.endsWith('*')) - Number(other.path.endsWith('*')));
  const start = (floor: Floor) => stage.startBare({ floor, shopId: shop.id, routes });
  const floors = { built: await start('built'), spliced: await start('spliced') };
  const rows = [];
  for (const each of all) {
    if (each.request.path) await sameAnswers(each, port, floors, host, shop.token);
    rows.push(await compare(each, stage, { port, host, token: shop.token }, floors));
  }
  const names = ['case', 'requests/s', 'p50 ms', 'p99 ms', 'bare, built/s', 'ratio', 'bar'];
  return table([...names, 'bare, spliced/s', 'ratio', 'pg loop/s', 'ratio'], rows);
}

async function compare(each: Case, stage: Stage, ours: Target, floors: Floors): Promise<string[]> {
  const runs: { ours: Measured; built: number; spliced: number; loop: number }[] = [];
  const bare = async (floor: Floor) =>
    (await load({ port: floors[floor], host: ours.host }, [each.request], seconds)).perSecond;
  for (let turn = 0; turn <= turns; turn += 1) {
    const run = {
      ours: await load(ours, [each.request], seconds),
      built: await bare('built'),
      spliced: await bare('spliced'),
      loop: await pgLoop(stage.databaseUrl(), each.statement, 1),
    };
    // The first turn warms up.
    if (turn > 0) runs.push(run);
  }
  const middle = (of: (run: (typeof runs)[number]) => number) => median(runs.map(of));
  const ratioTo = (floor: 'built' | 'spliced' | 'loop') => middle((run) => run.ours.perSecond / run[floor]);
  const perSecond = (floor: 'built' | 'spliced' | 'loop') => middle((run) => run[floor]).toFixed(0);
  return [
    each.name,
    middle((run) => run.ours.perSecond).toFixed(0),
    middle((run) => run.ours.p50).toFixed(0),
    middle((run) => run.ours.p99).toFixed(0),
    perSecond('built'),
    ratioTo('built').toFixed(2),
    each.bar === undefined ? '' : `${each.bar} ${ratioTo('built') >= each.bar ? 'met' : 'MISSED'}`,
    perSecond('spliced'),
    ratioTo('spliced').toFixed(2),
    perSecond('loop'),
    ratioTo('loop').toFixed(2),
  ];
}

type Floors = Record<Floor, number>;

/** The comparison is only fair if all answer the same. */
async function sameAnswers(
  each: Case,
  port: number,
  floors: Floors,
  host: string,
  token: string,
): Promise<void> {
  if (each.request.method !== 'GET') return;
  const ask = (of: number) => get({ port: of, host, ...(of === port && { token }) }, each.request.path!);
  const [ours, built, spliced] = [await ask(port), await ask(floors.built), await ask(floors.spliced)];
  if (ours.text !== spliced.text) throw new Error(`${each.name}: the bare server answers other bytes`);
  if (!isDeepStrictEqual(ours.document, built.document))
    throw new Error(`${each.name}: the bare server that builds its documents answers another one`);
}
