import { serviceNames, type World } from '../faults/world';
import type { ServiceName } from '../stage';
import type { Checked } from './checks';

type Key = 'SECRETS_KEY' | 'TOKEN_KEY';

/** A service that is started on the restored data without its keys says so in one line, and ends. */
export async function keyChecks(world: World): Promise<Checked[]> {
  const names: readonly ServiceName[] = world.short ? ['auth-api'] : serviceNames;
  const checked: Checked[] = [];
  for (const name of names) checked.push(await withoutKey(world, name, 'SECRETS_KEY'));
  checked.push(await withoutKey(world, 'auth-api', 'TOKEN_KEY'));
  return checked;
}

async function withoutKey(world: World, name: ServiceName, key: Key): Promise<Checked> {
  const said = await started(world, name, { [key]: '' });
  const expected = `${name}: ${key} is not set.`;
  return { what: `${name} without ${key}`, seen: said, expected, ok: said === expected };
}

/** What it says as it ends. */
async function started(world: World, name: ServiceName, settings: Record<string, string>): Promise<string> {
  try {
    const service = await world.startAnother(name, settings);
    await service.kill();
    return 'it serves';
  } catch (error) {
    return (error as Error).message.split('ended while it started: ')[1]!.trim();
  }
}
