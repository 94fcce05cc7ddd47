import { type OwnPostgres, until } from '@storewright/testing';
import { Servers } from '../drill/servers';
import { clockOf, datesOf, datesOfObject, OFFSET_MINUTES } from './clocks';
import { type FaultRow, underTraffic } from './fault';
import type { BenchShop } from '../people';
import type { FaultPlatform } from './fault-platform';

/**
 * Runs a Citus cluster with a worker node whose clock is wrong by five minutes. All times that users see must
 * come from the coordinator.
 */
export function nodeClocks(installation?: string): () => Promise<FaultRow[]> {
  return async () => {
    if (installation === undefined || !clockOf(OFFSET_MINUTES))
      return [
        {
          done: 'the clock of a worker node is off by five minutes',
          seen: 'needs a PostgreSQL with Citus (--citus FOLDER) and libfaketime (Debian: libfaketime)',
          expected: 'dated by the coordinator',
          ok: 'not run',
        },
      ];
    const servers = await Servers.open({ short: false, installation });
    try {
      const { platform, all } = servers;
      // Creates three shops, so that each worker node stores a shop.
      const shops: BenchShop[] = [];
      while (shops.length < 3) shops.push(await platform.makeShop(platform.receiver.url));
      const rows = [];
      for (const offset of [OFFSET_MINUTES, -OFFSET_MINUTES])
        rows.push(await withClock(platform, { node: all[0]!.postgres, shops }, offset));
      return rows;
    } finally {
      await servers.close();
    }
  };
}

async function withClock(
  platform: FaultPlatform,
  { node, shops }: { node: OwnPostgres; shops: readonly BenchShop[] },
  offset: number,
): Promise<FaultRow> {
  const wrong: string[] = [];
  let [signed, off] = [0, 0];
  return underTraffic(platform, {
    done: `the clock of a worker node is ${Math.abs(offset)} minutes ${offset > 0 ? 'ahead' : 'behind'}`,
    allowed: ['503', '409 idempotency_in_progress'],
    async inject() {
      await node.stop();
      await node.startAgain(clockOf(offset));
      off = await offsetOf(node);
      platform.reply = (received) => {
        signed += 1;
        wrong.push(...datesOf(received));
        return 204;
      };
      for (const shop of shops)
        await until(
          'its node answers',
          async () => (await platform.shopApi(shop).get('/api/meta')).status === 200,
        );
      for (const shop of shops) wrong.push(...(await datesOfObject(platform, shop)));
      await until('webhooks come', () => Promise.resolve(signed > 10));
      await node.stop();
      await node.startAgain();
      platform.reply = () => 204;
    },
    check: () => ({
      seen:
        `the node says ${off} s; ` +
        `${[...new Set(wrong)].join(', ') || `${signed} webhooks and objects of all shops dated by the coordinator`}`,
      expected: 'dated by the coordinator',
      ok: wrong.length === 0 && Math.round(off / 60) === offset,
    }),
  });
}

async function offsetOf(node: OwnPostgres): Promise<number> {
  const [row] = await node.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return Math.round((row!.now.getTime() - Date.now()) / 1000);
}
