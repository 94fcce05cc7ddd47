import type { Case } from './cases';
import { load, type Measured, median } from './load';
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
  const routes = [];
  for (const { bare, statement } of all) {
    const page = bare.kind === 'page';
    const links = page
      ? JSON.stringify((await get({ port, host, token: shop.token }, bare.path)).document['links'])
      : '';
    routes.push({ ...bare, ...(page && { links, statement: statement() }) });
  }
  // The pages by their whole address come before the pattern.
  routes.sort((one, other) => Number(one.path.endsWith('*')) - Number(other.path.endsWith('*')));
  const bare = await stage.startBare({ shopId: shop.id, routes });
  const rows = [];
  for (const each of all) {
    if (each.request.path) await sameBytes(each, port, bare, host, shop.token);
    rows.push(await compare(each, stage, { port, host, token: shop.token }, { port: bare, host }));
  }
  return table(
    ['case', 'requests/s', 'p50 ms', 'p99 ms', 'bare server/s', 'ratio', 'pg loop/s', 'ratio', 'bar'],
    rows,
  );
}

async function compare(each: Case, stage: Stage, ours: Target, bare: Target): Promise<string[]> {
  const runs: { ours: Measured; bare: Measured; loop: number }[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const run = {
      ours: await load(ours, [each.request], seconds),
      bare: await load(bare, [each.request], seconds),
      loop: await pgLoop(stage.databaseUrl(), each.statement, 1),
    };
    // The first turn warms up.
    if (turn > 0) runs.push(run);
  }
  const middle = (of: (run: (typeof runs)[number]) => number) => median(runs.map(of));
  const ratio = middle((run) => run.ours.perSecond / run.bare.perSecond);
  return [
    each.name,
    middle((run) => run.ours.perSecond).toFixed(0),
    middle((run) => run.ours.p50).toFixed(0),
    middle((run) => run.ours.p99).toFixed(0),
    middle((run) => run.bare.perSecond).toFixed(0),
    ratio.toFixed(2),
    middle((run) => run.loop).toFixed(0),
    middle((run) => run.ours.perSecond / run.loop).toFixed(2),
    each.bar === undefined ? '' : `${each.bar} ${ratio >= each.bar ? 'met' : 'MISSED'}`,
  ];
}

interface Target {
  port: number;
  host: string;
  token?: string;
}

/** The comparison is only fair if both answer the same. */
async function sameBytes(each: Case, port: number, bare: number, host: string, token: string): Promise<void> {
  if (each.request.method !== 'GET') return;
  const [ours, theirs] = [
    await get({ port, host, token }, each.request.path!),
    await get({ port: bare, host }, each.request.path!),
  ];
  if (ours.text !== theirs.text)
    throw new Error(
      `${each.name}: the bare server answers ${theirs.text.length} other bytes, not these ${ours.text.length}`,
    );
}
