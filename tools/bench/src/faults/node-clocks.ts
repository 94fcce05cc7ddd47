import { type OwnPostgres, until } from '@storewright/testing';
import { Servers } from '../drill/servers';
import { clockOf, datesOf, datesOfObject, minutes } from './clocks';
import { type Row, underTraffic } from './fault';
import type { Shop, World } from './world';

/** A worker node of a cluster of its own whose clock is five minutes off; all is dated by the coordinator's. `installation`: of a PostgreSQL with Citus. */
export function nodeClocks(installation?: string): () => Promise<Row[]> {
  return async () => {
    if (installation === undefined || !clockOf(minutes))
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
      const { world, all } = servers;
      // On both nodes; what is made in the others, clients know.
      const shops: Shop[] = [];
      while (shops.length < 3) shops.push(await world.makeShop(world.receiver.url));
      const rows = [];
      for (const offset of [minutes, -minutes])
        rows.push(await withClock(world, { node: all[0]!.postgres, shops }, offset));
      return rows;
    } finally {
      await servers.close();
    }
  };
}

async function withClock(
  world: World,
  { node, shops }: { node: OwnPostgres; shops: readonly Shop[] },
  offset: number,
): Promise<Row> {
  const wrong: string[] = [];
  let [signed, off] = [0, 0];
  return underTraffic(world, {
    done: `the clock of a worker node is ${Math.abs(offset)} minutes ${offset > 0 ? 'ahead' : 'behind'}`,
    allowed: ['503', '409 idempotency_in_progress'],
    async happen() {
      await node.stop();
      await node.startAgain(clockOf(offset));
      off = await offsetOf(node);
      world.reply = (received) => {
        signed += 1;
        wrong.push(...datesOf(received));
        return 204;
      };
      for (const shop of shops)
        await until(
          'its node answers',
          async () => (await world.shopApi(shop).get('/api/meta')).status === 200,
        );
      for (const shop of shops) wrong.push(...(await datesOfObject(world, shop)));
      await until('webhooks come', () => Promise.resolve(signed > 10));
      await node.stop();
      await node.startAgain();
      world.reply = () => 204;
    },
    also: () => ({
      seen: `the node says ${off} s; ${[...new Set(wrong)].join(', ') || `${signed} webhooks and objects of all shops dated by the coordinator`}`,
      expected: 'dated by the coordinator',
      ok: wrong.length === 0 && Math.round(off / 60) === offset,
    }),
  });
}

/** In s. */
async function offsetOf(node: OwnPostgres): Promise<number> {
  const [row] = await node.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return Math.round((row!.now.getTime() - Date.now()) / 1000);
}
