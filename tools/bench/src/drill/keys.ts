import { randomBytes } from 'node:crypto';
import { until } from '@storewright/testing';
import { serviceNames, type FaultPlatform } from '../faults/fault-platform';
import { secretsKey, type ServiceName } from '../stage';
import type { Check } from './checks';

type Key = 'SECRETS_KEY' | 'TOKEN_KEY';

/**
 * Checks that a service exits with a one-line message if its encryption keys are missing, and logs one line
 * if they are wrong.
 */
export async function keyChecks(platform: FaultPlatform): Promise<Check[]> {
  const names: readonly ServiceName[] = platform.short ? ['auth-api'] : serviceNames;
  const checks: Check[] = [];
  for (const name of names) checks.push(await withoutKey(platform, name, 'SECRETS_KEY'));
  checks.push(await withoutKey(platform, 'auth-api', 'TOKEN_KEY'));
  const [another, sameName] = [`another:${other}`, `${secretsKey.split(':')[0]}:${other}`];
  for (const name of names)
    checks.push(
      await withOther(platform, name, [
        'SECRETS_KEY',
        another,
        'SECRETS_KEY contains none of the earlier keys',
      ]),
    );
  checks.push(
    await withOther(platform, 'auth-api', [
      'SECRETS_KEY',
      sameName,
      'differs from the earlier key with this id',
    ]),
  );
  checks.push(await withOther(platform, 'auth-api', ['TOKEN_KEY', other, 'TOKEN_KEY has changed']));
  return checks;
}

const other = randomBytes(32).toString('base64');

async function withOther(
  platform: FaultPlatform,
  name: ServiceName,
  [key, value, expected]: [Key, string, string],
): Promise<Check> {
  const service = await platform.startExtra(name, { [key]: value });
  const lines = () => service.said.split('\n').filter((line) => line.includes(expected));
  // Waits for the log line, because the service buffers its log.
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

async function withoutKey(platform: FaultPlatform, name: ServiceName, key: Key): Promise<Check> {
  const said = await exitMessage(platform, name, { [key]: '' });
  const expected = `${name}: ${key} is not set.`;
  return { what: `${name} without ${key}`, seen: said, expected, ok: said === expected };
}

async function exitMessage(
  platform: FaultPlatform,
  name: ServiceName,
  settings: Record<string, string>,
): Promise<string> {
  try {
    const service = await platform.startExtra(name, settings);
    await service.kill();
    return 'it serves';
  } catch (error) {
    return (error as Error).message.split('exited during the start: ')[1]!.trim();
  }
}
