import { loadavg } from 'node:os';
import { fillShop } from '@storewright/meta/testing';
import { makeShop } from '../people';
import { openStage, type Stage } from '../stage';
import { table, verdictCell } from '../table';
import { type Attack, type AttackContext, measureQuietNeighbour } from './attack';
import { hostileBodies } from './bodies';
import { headers } from './headers';
import { locks } from './locks';
import { nonceGuesses, nonceRaces } from './nonces';
import { floodedNeighbour, overload, warmUp } from './overload';
import { refusals } from './refusals';
import { selectedAttacks } from './selected-attacks';
import { stalledConnections, unreadAnswers } from './stalled';

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
 * Runs attacks against a separate platform and prints the requests, the observed results and the expected
 * results. `words` contains the command-line arguments (`selectedAttacks`). Exits with code 1 if a verdict
 * failed.
 */
export async function runAttack(words: string[]): Promise<void> {
  const names = selectedAttacks(words, Object.keys(attacks));
  const stage = await openStage();
  process.once('SIGINT', () => void stage.close().then(() => process.exit(1)));
  const rows: string[][] = [];
  let isOk = true;
  try {
    const context = await openContext(stage, words.includes('--short'));
    for (const name of names) {
      process.stderr.write(`${name} …\n`);
      const load = loadavg()[0]!.toFixed(1);
      for (const { sent, seen, expected, ok } of await attacks[name]!(context)) {
        rows.push([sent, seen, expected, load, verdictCell(ok)]);
        isOk &&= ok;
      }
    }
  } finally {
    await stage.close();
  }
  process.stdout.write(`\n${table(['sent', 'seen', 'expected', 'load', 'verdict'], rows)}\n`);
  process.exitCode = isOk ? 0 : 1;
}

async function openContext(stage: Stage, short: boolean): Promise<AttackContext> {
  const [loud, quiet] = [await makeShop(stage.client, 'loud'), await makeShop(stage.client, 'quiet')];
  for (const { id } of [loud, quiet]) await fillShop(stage.client, id, 1_000, stage.folder);
  await stage.client.query('VACUUM ANALYZE');
  const [shop, auth, otherAuth] = await Promise.all([
    stage.startService('shop-api', { observed: true }),
    stage.startService('auth-api'),
    stage.startService('auth-api'),
  ]);
  const context: AttackContext = { stage, short, loud, quiet, ports: { shop, auth, otherAuth } };
  await warmUp(context);
  await measureQuietNeighbour(context, 5);
  return context;
}
