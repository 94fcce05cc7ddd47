import { digestOf } from '@storewright/tokens';
import autocannon from 'autocannon';
import { connections } from './load';
import { type BenchShop, makeNonces } from './people';
import { inLoops } from './pg-loop';
import type { Stage } from './stage';
import { table } from './table';

const nonceCount = 3000;

/** Exchanges of fresh nonces, each of its own installation, against the same rows written by a driver alone. */
export async function measureExchange(stage: Stage, shop: BenchShop, port: number): Promise<string> {
  const nonces = await makeNonces(stage.client, shop, nonceCount);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    amount: nonceCount,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => ({
          ...request,
          path: `/api/oauth_tokens/nonce/${nonces.pop() ?? 'none'}`,
        }),
      },
    ],
  });
  if (result.non2xx > connections)
    throw new Error(`exchanges failed: ${JSON.stringify(result.statusCodeStats)}`);
  const perSecond = result['2xx'] / result.duration;
  const loop = await driverLoop(stage, shop);
  return table(
    ['case', 'requests/s', 'p50 ms', 'p99 ms', 'pg loop/s', 'ratio'],
    [
      [
        'nonce exchange',
        perSecond.toFixed(0),
        String(result.latency.p50),
        String(result.latency.p99),
        loop.toFixed(0),
        (perSecond / loop).toFixed(2),
      ],
    ],
  );
}

/** The least that an exchange writes: lock the nonce, activate the token, mark the nonce. */
async function driverLoop(stage: Stage, shop: BenchShop): Promise<number> {
  const nonces = (await makeNonces(stage.client, shop, 20_000)).map(digestOf);
  return inLoops(stage.databaseUrl(), 3, async (client) => {
    const digest = nonces.pop();
    if (!digest) throw new Error('not enough nonces');
    await client.query('BEGIN');
    const { rows } = await client.query<{ oauth_token_id: string }>({
      name: 'lock',
      text: `SELECT oauth_token_id FROM auth.nonces WHERE digest = decode($1, 'hex') FOR UPDATE`,
      values: [digest],
    });
    await client.query({
      name: 'activate',
      text: `UPDATE auth.oauth_tokens SET status = 'active', digest = decode($3, 'hex') WHERE shop_id = $1 AND id = $2`,
      values: [shop.id, rows[0]!.oauth_token_id, digest],
    });
    await client.query({
      name: 'mark',
      text: `UPDATE auth.nonces SET exchanged_at = now() WHERE digest = decode($1, 'hex')`,
      values: [digest],
    });
    await client.query('COMMIT');
  });
}
