import { isDeepStrictEqual } from 'node:util';
import type { BareRoute, Floor } from './bare-server';
import { type Case, pageRoute } from './cases';
import { getDocument, type Target, targetOf } from './http';
import { load } from './load';
import { median } from './numbers';
import type { BenchShop } from './people';
import { pgLoop } from './pg-loop';
import type { Stage } from './stage';
import { table } from './table';
import { barCell, measureTurns, medianOf } from './turns';

/**
 * Number of measurements. Each measurement runs on the shop API and on the baseline servers in turn and
 * yields its own ratio, because the speed of a machine drifts.
 */
const TURNS = 9;
const SECONDS = 2;

type Floors = Record<Floor, number>;

export async function compareCases(
  stage: Stage,
  shop: BenchShop,
  port: number,
  all: Case[],
): Promise<string> {
  const ours = targetOf(shop, port);
  const routes: BareRoute[] = [];
  for (const { bare, statement } of all)
    routes.push(bare.kind === 'page' ? await pageRoute(ours, bare.path, statement()) : bare);
  // Sorts exact paths before path prefixes, because the first matching route wins.
  routes.sort((one, other) => Number(one.path.endsWith('*')) - Number(other.path.endsWith('*')));
  const start = (floor: Floor) => stage.startBare('--bare', { floor, shopId: shop.id, routes });
  const floors = { built: await start('built'), spliced: await start('spliced') };
  const rows = [];
  for (const each of all) {
    await checkSameResponses(each, ours, floors);
    rows.push(await compare(each, stage, ours, floors));
  }
  const names = ['case', 'requests/s', 'p50 ms', 'p99 ms', 'bare, built/s', 'ratio', 'bar'];
  return table([...names, 'bare, spliced/s', 'ratio', 'pg loop/s', 'ratio'], rows);
}

async function compare(each: Case, stage: Stage, ours: Target, floors: Floors): Promise<string[]> {
  const bare = async (floor: Floor) =>
    (await load({ port: floors[floor], host: ours.host }, [each.request], SECONDS)).perSecond;
  const runs = await measureTurns(TURNS, async () => ({
    ours: await load(ours, [each.request], SECONDS),
    built: await bare('built'),
    spliced: await bare('spliced'),
    loop: await pgLoop(stage.databaseUrl(), each.statement, 1),
  }));
  const ratioTo = (floor: Floor | 'loop') => median(runs.map((run) => run.ours.perSecond / run[floor]));
  const cells = (floor: Floor | 'loop') => [medianOf(runs, (run) => run[floor]), ratioTo(floor).toFixed(2)];
  return [
    each.name,
    ...(['perSecond', 'p50', 'p99'] as const).map((name) => medianOf(runs, (run) => run.ours[name])),
    ...cells('built'),
    each.bar === undefined ? '' : barCell(ratioTo('built'), each.bar),
    ...cells('spliced'),
    ...cells('loop'),
  ];
}

/**
 * Throws if a baseline server and the shop API return different documents, because the comparison would be
 * unfair.
 */
async function checkSameResponses({ name, request }: Case, ours: Target, floors: Floors): Promise<void> {
  if (request.method !== 'GET' || !request.path) return;
  const bare = (floor: Floor) => getDocument({ port: floors[floor], host: ours.host }, request.path!);
  const [expected, built, spliced] = [
    await getDocument(ours, request.path),
    await bare('built'),
    await bare('spliced'),
  ];
  if (expected.text !== spliced.text) throw new Error(`${name}: the spliced floor sends other bytes`);
  if (!isDeepStrictEqual(expected.document, built.document))
    throw new Error(`${name}: the built floor sends another document`);
}
