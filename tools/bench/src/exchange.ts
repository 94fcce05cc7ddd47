import type { Request } from 'autocannon';
import type { BareExchangeSettings } from './bare-exchange';
import { CONNECTIONS, perSecondOf } from './load';
import { median } from './numbers';
import { type BenchShop, makeNonces } from './people';
import { sealingKeys, type Stage } from './stage';
import { table } from './table';
import { barCell, measureTurns, medianOf, ratioCells } from './turns';

const TURNS = 9;
const EXCHANGES_PER_TURN = 500;
/** Minimum speed of the auth API, as a share of the baseline server's speed. */
const BAR = 0.7;

/**
 * Measures nonce exchanges at the auth API and at a baseline server that runs the same steps. Each nonce is
 * new and belongs to a separate installation.
 */
export async function measureExchange(stage: Stage, shop: BenchShop, port: number): Promise<string> {
  const nonces = await makeNonces(stage.client, shop, 2 * EXCHANGES_PER_TURN * (TURNS + 1));
  await stage.client.query(
    'ANALYZE auth.nonces, auth.oauth_tokens, auth.installations, auth.apps, auth.shops',
  );
  const settings = { key: sealingKeys.get('bench')! } satisfies Partial<BareExchangeSettings>;
  const barePort = await stage.startBare('--bare-exchange', settings);
  const request: Request = {
    method: 'GET',
    setupRequest: (sent) => ({ ...sent, path: `/api/oauth_tokens/nonce/${nonces.pop() ?? 'none'}` }),
  };
  const perSecond = (target: number) =>
    perSecondOf({ port: target, host: 'localhost' }, request, {
      ...{ clients: CONNECTIONS, amount: EXCHANGES_PER_TURN },
    });
  const runs = await measureTurns(TURNS, async () => ({
    ours: await perSecond(port),
    bare: await perSecond(barePort),
  }));
  const ratios = runs.map(({ ours, bare }) => ours / bare);
  return table(
    ['case', 'exchanges/s', 'bare, same steps/s', 'ratio', 'min', 'max', 'bar'],
    [
      [
        ...['nonce exchange', medianOf(runs, ({ ours }) => ours), medianOf(runs, ({ bare }) => bare)],
        ...ratioCells(ratios),
        barCell(median(ratios), BAR),
      ],
    ],
  );
}
