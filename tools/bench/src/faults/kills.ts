import type { ServiceName } from '../stage';
import { type Fault, type Row, underTraffic } from './fault';
import { pause, serviceNames, type World } from './world';

/** SIGKILL of each service and of Postgres; each is started again at once, as whoever supervises it does. */
export async function kills(world: World): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of serviceNames) rows.push(await underTraffic(world, killOf(world, name)));
  return [...rows, await underTraffic(world, killOfPostgres(world))];
}

function killOf(world: World, name: ServiceName): Fault {
  return {
    done: `SIGKILL of ${name}, which is started again`,
    // What the server still runs for the dead one is in progress.
    allowed: name === 'hooks-worker' ? [] : ['no answer', '503', '409 idempotency_in_progress'],
    async happen() {
      await world.services.get(name)!.kill();
      await world.startAgain(name);
    },
  };
}

function killOfPostgres({ postgres, short }: World): Fault {
  return {
    done: `SIGKILL of Postgres, which is started again${short ? '' : ' 5 s later'}`,
    ...{ allowed: ['503'], notReady: serviceNames },
    async happen(refused) {
      await postgres.kill();
      await Promise.all([refused(), pause(short ? 0 : 5_000)]);
      await postgres.startAgain();
    },
  };
}
