import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '../stage';
import { type Fault, type FaultRow, underTraffic } from './fault';
import { serviceNames, type FaultPlatform } from './fault-platform';

/** Kills each service and Postgres with SIGKILL, and restarts them as a supervisor would. */
export async function kills(platform: FaultPlatform): Promise<FaultRow[]> {
  const rows: FaultRow[] = [];
  for (const name of serviceNames) rows.push(await underTraffic(platform, killOf(platform, name)));
  return [...rows, await underTraffic(platform, killOfPostgres(platform))];
}

function killOf(platform: FaultPlatform, name: ServiceName): Fault {
  return {
    done: `SIGKILL of ${name}, which is started again`,
    // Postgres may still run a transaction of the killed service. A repeated write then returns
    // `idempotency_in_progress`.
    allowed: name === 'hooks-worker' ? [] : ['no answer', '503', '409 idempotency_in_progress'],
    async inject() {
      await platform.services.get(name)!.kill();
      await platform.restart(name);
    },
  };
}

function killOfPostgres({ postgres, short }: FaultPlatform): Fault {
  return {
    done: `SIGKILL of Postgres, which is started again${short ? '' : ' 5 s later'}`,
    ...{ allowed: ['503'], notReady: serviceNames },
    async inject(refused) {
      await postgres.kill();
      await Promise.all([refused(), pause(short ? 0 : 5_000)]);
      await postgres.startAgain();
    },
  };
}
