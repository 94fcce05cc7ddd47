import type { BareRoute } from './bare-server';
import { attributes, creation, insertStatement } from './cases';
import { load, median } from './load';
import type { BenchShop } from './people';
import { pgLoop } from './pg-loop';
import type { Stage } from './stage';
import { table } from './table';

const turns = 9;
const seconds = 2;

/** With the event at least this share of the requests/s without it (the outbox costs at most 35 %). */
const bar = 0.65;

/**
 * What an event costs a POST: the same write with it and without, turn by turn. Over HTTP by the bare server, which does nothing else and so loses more than
 * the shop API can lose; and by the driver alone.
 */
export async function measureOutbox(stage: Stage, shop: BenchShop): Promise<string> {
  const request = creation(shop).request;
  const path = '/api/meta-without-event';
  const routes: BareRoute[] = [
    { method: 'POST', path: request.path!, kind: 'insert' },
    { method: 'POST', path, kind: 'insert-without-event' },
  ];
  const port = await stage.startBare({ floor: 'spliced', shopId: shop.id, routes });
  const target = { port, host: `${shop.domain}.localhost` };
  const runs: Record<'bare' | 'bareWithout' | 'loop' | 'loopWithout', number>[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const perSecond = async (each: typeof request) => (await load(target, [each], seconds)).perSecond;
    const loop = (event: 'with' | 'without') =>
      pgLoop(stage.databaseUrl(), () => insertStatement(shop.id, attributes, event), seconds);
    const run = {
      bare: await perSecond(request),
      bareWithout: await perSecond({ ...request, path }),
      loop: await loop('with'),
      loopWithout: await loop('without'),
    };
    // The first turn warms up.
    if (turn > 0) runs.push(run);
  }
  const row = (name: string, one: keyof (typeof runs)[number], other: keyof (typeof runs)[number]) => {
    const ratio = median(runs.map((run) => run[one] / run[other]));
    const middle = (of: typeof one) => median(runs.map((run) => run[of])).toFixed(0);
    return [name, middle(one), middle(other), ratio.toFixed(2), `${bar} ${ratio >= bar ? 'met' : 'MISSED'}`];
  };
  const rows = [row('POST, bare server', 'bare', 'bareWithout'), row('pg loop', 'loop', 'loopWithout')];
  return table(['a write', 'with its event/s', 'without/s', 'ratio', 'bar'], rows);
}
