import { type Fault, type Row, underTraffic } from './fault';
import { pause, serviceNames, type World } from './world';

/** The database refuses, swallows, answers late and resets, seen from the services. */
export async function network(world: World): Promise<Row[]> {
  const rows: Row[] = [];
  const all = [...unreachable(world), ...hanging(world), ...unsteady(world)];
  for (const fault of all.filter(({ takesTime }) => !takesTime || !world.short))
    rows.push(await underTraffic(world, fault));
  return rows;
}

/** `takesTime`: too much for the short form. */
type NetworkFault = Fault & { takesTime?: boolean };

function unreachable({ proxy, short }: World): NetworkFault[] {
  const hold = (ms: number) => pause(short ? 0 : ms);
  return [
    {
      done: `the database refuses${short ? '' : ' for 10 s'}`,
      ...{ allowed: ['503'], notReady: serviceNames },
      async happen(refused) {
        await proxy.refuse();
        await Promise.all([refused(), hold(10_000)]);
        await proxy.pass();
      },
    },
    {
      done: `the database's bytes are swallowed${short ? '' : ' for 20 s'}`,
      // The server gives up the transaction of a client that is gone after 5 s; what is sent again before is still running.
      ...{ allowed: ['503', '409 idempotency_in_progress'], notReady: serviceNames },
      async happen(refused) {
        proxy.swallow();
        await Promise.all([refused(), hold(20_000)]);
        await proxy.pass();
      },
    },
    {
      done: `what is sent over connections that are open is swallowed, new ones are well; 5 s to find out`,
      takesTime: true,
      ...{ allowed: ['503', '409 idempotency_in_progress'] },
      async happen() {
        proxy.swallow();
        await proxy.pass();
        await pause(5_000);
      },
    },
  ];
}

function hanging({ postgres, short }: World): NetworkFault[] {
  return [
    {
      done: `the postmaster is stopped for ${short ? 2 : 10} s: open connections work, new ones hang`,
      allowed: ['503'],
      async happen() {
        postgres.suspend();
        await pause(short ? 2_000 : 10_000);
        postgres.resume();
      },
    },
  ];
}

function unsteady({ proxy, short }: World): NetworkFault[] {
  return [
    {
      done: 'every piece is late by 50 ms, for 10 s',
      takesTime: true,
      allowed: [],
      async happen() {
        proxy.delay(50);
        await pause(10_000);
        await proxy.pass();
      },
    },
    {
      done: `all connections are reset ${short ? 3 : 20} times`,
      allowed: ['503'],
      async happen() {
        for (let count = 0; count < (short ? 3 : 20); count += 1) {
          proxy.reset();
          await pause(short ? 100 : 500);
        }
      },
    },
  ];
}
