import { until } from '@storewright/testing';
import type { ServiceName } from '../stage';
import { Readiness } from './readiness';
import { type Answer, Traffic } from './traffic';
import { pause, type World } from './world';

/** A line of the table. */
export interface Row {
  done: string;
  seen: string;
  expected: string;
  /** What became of the writes; absent where there were none. */
  ledger?: string;
  /** 'not run': what it needs is not here, as `seen` says. */
  ok: boolean | 'not run';
  /** Of the machine, before. */
  load?: string;
}

export interface Fault {
  done: string;
  /** What clients may get meanwhile beside a success, as `seen` shows it. */
  allowed: string[];
  /** Whose readiness is 503 meanwhile. */
  notReady?: readonly ServiceName[];
  /** Does it; resolves when it is over. `refused`: once those that are `notReady` have said so. */
  happen(refused: () => Promise<void>): Promise<void>;
  /** What there is to be seen beside: what is wrong with it, where something is. */
  also?: () => { seen: string; expected: string; ok: boolean };
  /** For how long an answer may let a client wait, in ms; 5 s where nothing is said. */
  longest?: number;
}

/** The bars, in ms. */
const [longestAnswer, backAfter] = [5_000, 2_000];
/** A success that takes longer is not "as before", unless one took half as long before. */
const slow = 1_000;

/** Does it while clients read and write, and says what they saw and what became of their writes. */
export async function underTraffic(world: World, fault: Fault): Promise<Row> {
  process.stderr.write(`${fault.done} …\n`);
  const readiness = new Readiness(world);
  await readiness.ready();
  const traffic = await Traffic.start(world);
  await traffic.goesOn();
  if (!world.short) await pause(backAfter);
  readiness.refusedAt.clear();
  const began = performance.now();
  await fault.happen(() => readiness.refused(fault.notReady ?? []));
  const ended = performance.now();
  const caughtUp = receiverHasAll(world).then((at) => at - ended);
  await readiness.ready();
  await traffic.goesOn();
  if (!world.short) await pause(backAfter + slow);
  await traffic.stop();
  await readiness.stop();
  const webhooks = await caughtUp;
  await receiverHasAll(world);
  const answers = traffic.answers.filter(({ at, ms }) => at + ms >= began);
  const before = traffic.answers.filter(({ at, ms }) => at + ms < began);
  const tooSlow = Math.max(slow, 2 * Math.max(...before.map(({ ms }) => ms)));
  return judge(world, fault, { answers, ended, tooSlow, readiness, webhooks, traffic });
}

interface Seen {
  answers: Answer[];
  ended: number;
  /** In ms. */
  tooSlow: number;
  readiness: Readiness;
  webhooks: number;
  traffic: Traffic;
}

async function judge(world: World, fault: Fault, seen: Seen): Promise<Row> {
  const { answers, ended, tooSlow, readiness, traffic, webhooks } = seen;
  const { allowed, notReady = [], longest: bar = longestAnswer } = fault;
  const statuses = counted(answers.map(nameOf));
  const longest = Math.max(...answers.map(({ ms }) => ms));
  const unwell = answers.filter(({ ms, status }) => ms > tooSlow || !isSuccess(status));
  const back = Math.max(0, ...unwell.map(({ at, ms }) => at + ms), ...readiness.readySince.values()) - ended;
  const as = Math.max(0, back);
  const also = fault.also?.();
  const { acknowledged, lost, duplicated, halfDone } = await traffic.verdict();
  const wrong = [...lost, ...duplicated, ...halfDone];
  if (wrong.length > 0) process.stdout.write(`${fault.done}:\n  ${wrong.slice(0, 20).join('\n  ')}\n`);
  const asTold = [...statuses.keys()].every((name) => /^2\d\d$/.test(name) || allowed.includes(name));
  const inTime = longest <= bar && as <= backAfter && webhooks <= backAfter;
  const said = notReady.every((name) => readiness.refusedAt.has(name));
  const [unready, expectedUnready] =
    notReady.length > 0 ? ['; ready 503', '; ready 503 meanwhile'] : ['', ''];
  return {
    done: fault.done,
    seen: `${shown(statuses)}; longest ${seconds(longest)}${said ? unready : '; ready 200'}; as before after ${seconds(as)}, webhooks ${seconds(Math.max(0, webhooks))}${also ? `; ${also.seen}` : ''}`,
    expected: `${['2xx', ...allowed].join(', ')}${world.short ? '' : `, each ≤ ${seconds(bar)}`}${expectedUnready}${world.short ? '' : `; as before ≤ ${seconds(backAfter)}`}${also ? `; ${also.expected}` : ''}`,
    ledger: `${acknowledged} writes: ${lost.length} lost, ${duplicated.length} duplicated, ${halfDone.length} half-done`,
    ok: asTold && said && (also?.ok ?? true) && wrong.length === 0 && (world.short || inTime),
  };
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** `503`, or `500!`: who is refused is told when to come again. */
function nameOf({ status, code, comeAgain }: Answer): string {
  if (isSuccess(status)) return String(status);
  if (status === 0) return 'no answer';
  return `${status}${code === 'unavailable' ? '' : ` ${code}`}${comeAgain ? '' : ' without Retry-After'}`;
}

export function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([one], [other]) => one.localeCompare(other)));
}

export function shown(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} × ${count}`).join(', ');
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Resolves to when every event that is written now has come to the receiver; or to infinity. */
export async function receiverHasAll({ postgres, receiver, shops }: World): Promise<number> {
  const events = await postgres.query<{ id: string }>(
    `SELECT id FROM shop.events WHERE type LIKE 'meta.%' AND shop_id = ANY ($1)`,
    [shops.map(({ id }) => id)],
  );
  const have = () => Promise.resolve(events.every(({ id }) => receiver.ids.has(id)));
  return until('all webhooks have come', have).then(
    () => performance.now(),
    () => Infinity,
  );
}
