import {
  type Attack,
  hostOf,
  neighbourVerdict,
  pause,
  type Target,
  told,
  type Verdict,
  watch,
  watchQuiet,
} from './attack';
import type { Hostile } from './connections';

interface Told {
  opened: number;
  open: number;
  answered: number;
}

/** Connections that send half a body and read nothing. */
export const stalledConnections: Attack = (target) =>
  stall(target, 'half a body', target.short ? 500 : 5_000);

/** Connections that ask for fifty pages and read none. */
export const unreadAnswers: Attack = (target) => stall(target, 'no reading', target.short ? 20 : 200);

async function stall(target: Target, how: Hostile['how'], count: number): Promise<Verdict[]> {
  const { ports, loud, short } = target;
  const quiet = await watchQuiet(target, 5);
  let now: Told = { opened: 0, open: 0, answered: 0 };
  const hostile: Hostile = { port: ports.shop, host: hostOf(loud), token: loud.token, count, how };
  const child = told<Told>(target, '--hostile-connections', hostile, (each) => (now = each));
  while (now.opened < count) await pause(20);
  const sent = `${count} connections, ${how}`;
  const verdicts = [neighbourVerdict(target, sent, quiet, await watch(target, 8))];
  if (!short) {
    const limit = how === 'half a body' ? 25 : 40;
    for (let waited = 0; waited < limit && now.open > 0; waited += 1) await pause(1_000);
    verdicts.push({
      sent: `the same, ${limit} s later`,
      seen: `${now.open} open`,
      expected: '0 open',
      ok: now.open === 0,
    });
  }
  child.disconnect();
  await new Promise((done) => child.once('exit', done));
  return verdicts;
}
