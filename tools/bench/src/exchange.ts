import { once } from 'node:events';
import type { Request } from 'autocannon';
import type { BareExchangeSettings } from './bare-exchange';
import { connections, median, perSecondOf } from './load';
import { type BenchShop, makeNonces } from './people';
import { sealingKeys, type Stage } from './stage';
import { table } from './table';

const turns = 9;
/** Exchanges of a turn. */
const amount = 500;
/** Of a bare server that takes the same steps. */
const bar = 0.7;

/** Exchanges of fresh nonces, each of its own installation, against a bare server that takes the same steps, turn by turn. */
export async function measureExchange(stage: Stage, shop: BenchShop, port: number): Promise<string> {
  const nonces = await makeNonces(stage.client, shop, 2 * amount * (turns + 1));
  await stage.client.query(
    'ANALYZE auth.nonces, auth.oauth_tokens, auth.installations, auth.apps, auth.shops',
  );
  const bare = await startBareExchange(stage);
  const request: Request = {
    method: 'GET',
    setupRequest: (given) => ({ ...given, path: `/api/oauth_tokens/nonce/${nonces.pop() ?? 'none'}` }),
  };
  const perSecond = (of: number) =>
    perSecondOf({ port: of, host: 'localhost' }, request, { clients: connections, amount });
  const runs: { ours: number; bare: number }[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const run = { ours: await perSecond(port), bare: await perSecond(bare) };
    // The first turn warms up.
    if (turn > 0) runs.push(run);
  }
  const middle = (of: 'ours' | 'bare') => median(runs.map((run) => run[of])).toFixed(0);
  const ratios = runs.map((run) => run.ours / run.bare);
  const ratio = median(ratios);
  const figures = [ratio, Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(2));
  return table(
    ['case', 'exchanges/s', 'bare, same steps/s', 'ratio', 'min', 'max', 'bar'],
    [
      [
        ...['nonce exchange', middle('ours'), middle('bare'), ...figures],
        `${bar} ${ratio >= bar ? 'met' : 'MISSED'}`,
      ],
    ],
  );
}

async function startBareExchange(stage: Stage): Promise<number> {
  const child = stage.startProgram('--bare-exchange');
  const key = sealingKeys.get('bench')!;
  child.send({ databaseUrl: stage.databaseUrl(), key } satisfies BareExchangeSettings);
  const [port] = (await once(child, 'message')) as [number];
  return port;
}
