import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, type FaultRow, underTraffic } from './fault';
import { serviceNames, type FaultPlatform } from './fault-platform';

/** Makes connections to Postgres fail in four ways: refused, hanging, slow, and reset. */
export async function network(platform: FaultPlatform): Promise<FaultRow[]> {
  const rows: FaultRow[] = [];
  const all = [...unreachable(platform), ...hanging(platform), ...unsteady(platform)];
  for (const fault of all.filter(({ takesTime }) => !takesTime || !platform.short))
    rows.push(await underTraffic(platform, fault));
  return rows;
}

type NetworkFault = Fault & { takesTime?: boolean };

function unreachable({ proxy, short }: FaultPlatform): NetworkFault[] {
  const hold = (ms: number) => pause(short ? 0 : ms);
  return [
    {
      done: `the database refuses${short ? '' : ' for 10 s'}`,
      ...{ allowed: ['503'], notReady: serviceNames },
      async inject(refused) {
        await proxy.refuse();
        await Promise.all([refused(), hold(10_000)]);
        await proxy.pass();
      },
    },
    {
      done: `the database's bytes are swallowed${short ? '' : ' for 20 s'}`,
      // Postgres aborts the transaction of a lost client after 5 s. Until then, a repeated write returns
      // `idempotency_in_progress`.
      ...{ allowed: ['503', '409 idempotency_in_progress'], notReady: serviceNames },
      async inject(refused) {
        proxy.swallow();
        await Promise.all([refused(), hold(20_000)]);
        await proxy.pass();
      },
    },
    {
      done: `what is sent over connections that are open is swallowed, new ones are well; 5 s to find out`,
      takesTime: true,
      ...{ allowed: ['503', '409 idempotency_in_progress'] },
      async inject() {
        proxy.swallow();
        await proxy.pass();
        await pause(5_000);
      },
    },
  ];
}

function hanging({ postgres, short }: FaultPlatform): NetworkFault[] {
  return [
    {
      done: `the postmaster is stopped for ${short ? 2 : 10} s: open connections work, new ones hang`,
      allowed: ['503'],
      async inject() {
        postgres.suspend();
        await pause(short ? 2_000 : 10_000);
        postgres.resume();
      },
    },
  ];
}

function unsteady({ proxy, short }: FaultPlatform): NetworkFault[] {
  return [
    {
      done: 'every piece is late by 50 ms, for 10 s',
      takesTime: true,
      allowed: [],
      async inject() {
        proxy.delay(50);
        await pause(10_000);
        await proxy.pass();
      },
    },
    {
      done: `all connections are reset ${short ? 3 : 20} times`,
      allowed: ['503'],
      async inject() {
        for (let count = 0; count < (short ? 3 : 20); count += 1) {
          proxy.reset();
          await pause(short ? 100 : 500);
        }
      },
    },
  ];
}
