import { loadavg } from 'node:os';
import { fillShop } from '@storewright/meta/testing';
import { makeShop } from '../people';
import { openStage } from '../stage';
import { table } from '../table';
import { type Attack, type Target, type Verdict, watchQuiet } from './attack';
import { attacksNamed } from './attacks-named';
import { hostileBodies } from './bodies';
import { headers } from './headers';
import { locks } from './locks';
import { stalledConnections, unreadAnswers } from './stalled';
import { nonceGuesses, nonceRaces } from './nonces';
import { floodedNeighbour, overload, warm } from './overload';
import { refusals } from './refusals';

const attacks: Record<string, Attack> = {
  stalled: stalledConnections,
  unread: unreadAnswers,
  bodies: hostileBodies,
  headers,
  guesses: nonceGuesses,
  races: nonceRaces,
  overload,
  refusals,
  neighbour: floodedNeighbour,
  locks,
};

/**
 * Attacks a platform that it starts itself and prints what was sent, seen and expected. `npm run attack -- locks overload` runs two attacks by name, no name runs
 * all. `--short` runs each for a few seconds without a verdict on times. Exits with code 1 if a verdict failed.
 */
export async function runAttack(words: string[]): Promise<void> {
  const names = attacksNamed(words, Object.keys(attacks));
  const short = words.includes('--short');
  const stage = await openStage();
  process.once('SIGINT', () => void stage.close().then(() => process.exit(1)));
  const verdicts: Verdict[] = [];
  try {
    const target = await openTarget(stage, short);
    for (const name of names) {
      process.stderr.write(`${name} …\n`);
      const load = loadavg()[0]!.toFixed(1);
      verdicts.push(...(await attacks[name]!(target)).map((each) => ({ ...each, load })));
    }
  } finally {
    await stage.close();
  }
  const rows = verdicts.map(({ sent, seen, expected, ok, load }) => [
    sent,
    seen,
    expected,
    load ?? '',
    ok ? 'ok' : 'NOT AS EXPECTED',
  ]);
  process.stdout.write(`\n${table(['sent', 'seen', 'expected', 'load', 'verdict'], rows)}\n`);
  process.exitCode = verdicts.every(({ ok }) => ok) ? 0 : 1;
}

async function openTarget(stage: Awaited<ReturnType<typeof openStage>>, short: boolean): Promise<Target> {
  const [loud, quiet] = [await makeShop(stage.client, 'loud'), await makeShop(stage.client, 'quiet')];
  for (const { id } of [loud, quiet]) await fillShop(stage.client, id, 1_000, stage.folder);
  await stage.client.query('VACUUM ANALYZE');
  const [shop, auth, otherAuth] = await Promise.all([
    stage.startService('shop-api', { observed: true }),
    stage.startService('auth-api'),
    stage.startService('auth-api'),
  ]);
  const target: Target = { stage, short, loud, quiet, ports: { shop, auth, otherAuth } };
  await warm(target);
  await watchQuiet(target, 5);
  return target;
}
