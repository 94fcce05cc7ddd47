import { setTimeout as pause } from 'node:timers/promises';
import { targetOf } from '../http';
import {
  type Attack,
  type AttackContext,
  measureNeighbour,
  measureQuietNeighbour,
  neighbourVerdict,
  startAttacker,
  stopAttacker,
  type Verdict,
} from './attack';
import type { ConnectionCounts, HostileConnections } from './connections';

export const stalledConnections: Attack = (context) =>
  stall(context, 'half a body', context.short ? 500 : 5_000);

/** Opens connections that request fifty pages and read no response. */
export const unreadAnswers: Attack = (context) => stall(context, 'no reading', context.short ? 20 : 200);

async function stall(
  context: AttackContext,
  how: HostileConnections['how'],
  count: number,
): Promise<Verdict[]> {
  const quiet = await measureQuietNeighbour(context, 5);
  let now: ConnectionCounts = { opened: 0, open: 0 };
  const hostile: HostileConnections = { ...targetOf(context.loud, context.ports.shop), count, how };
  const child = startAttacker<ConnectionCounts>(
    context,
    '--hostile-connections',
    hostile,
    (counts) => (now = counts),
  );
  while (now.opened < count) await pause(20);
  const sent = `${count} connections, ${how}`;
  const verdicts = [neighbourVerdict(context, sent, quiet, await measureNeighbour(context, 8))];
  if (!context.short) {
    const limit = how === 'half a body' ? 25 : 40;
    for (let seconds = 0; seconds < limit && now.open > 0; seconds += 1) await pause(1_000);
    verdicts.push({
      sent: `the same, ${limit} s later`,
      seen: `${now.open} open`,
      expected: '0 open',
      ok: now.open === 0,
    });
  }
  await stopAttacker(child);
  return verdicts;
}
