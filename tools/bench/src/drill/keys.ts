import { randomBytes } from 'node:crypto';
import { until } from '@storewright/testing';
import { serviceNames, type World } from '../faults/world';
import { secretsKey, type ServiceName } from '../stage';
import type { Checked } from './checks';

type Key = 'SECRETS_KEY' | 'TOKEN_KEY';

/** A service that is started on the restored data without its keys says so in one line, and ends; with others, it says so in one line. */
export async function keyChecks(world: World): Promise<Checked[]> {
  const names: readonly ServiceName[] = world.short ? ['auth-api'] : serviceNames;
  const checked: Checked[] = [];
  for (const name of names) checked.push(await withoutKey(world, name, 'SECRETS_KEY'));
  checked.push(await withoutKey(world, 'auth-api', 'TOKEN_KEY'));
  const [another, sameName] = [`another:${other}`, `${secretsKey.split(':')[0]}:${other}`];
  for (const name of names)
    checked.push(
      await withOther(world, name, ['SECRETS_KEY', another, 'SECRETS_KEY has none of the keys before']),
    );
  checked.push(
    await withOther(world, 'auth-api', [
      'SECRETS_KEY',
      sameName,
      'is another key than the one of this name before',
    ]),
  );
  checked.push(
    await withOther(world, 'auth-api', ['TOKEN_KEY', other, 'TOKEN_KEY is another one than before']),
  );
  return checked;
}

const other = randomBytes(32).toString('base64');

async function withOther(
  world: World,
  name: ServiceName,
  [key, value, expected]: [Key, string, string],
): Promise<Checked> {
  const service = await world.startAnother(name, { [key]: value });
  const lines = () => service.said.split('\n').filter((line) => line.includes(expected));
  // Lines of the log are written some at a time.
  await until('it says so', () => Promise.resolve(lines().length > 0)).catch(() => undefined);
  await service.kill();
  const said = lines().map((line) => (JSON.parse(line) as { msg: string }).msg);
  return {
    what: `${name} with another ${key}`,
    seen: said.join('; ') || 'nothing',
    expected: `${expected} …`,
    ok: said.length === 1,
  };
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
