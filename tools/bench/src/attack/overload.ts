import { pageRoute, pageStatement } from '../cases';
import {
  type Attack,
  hostOf,
  neighbour,
  neighbourVerdict,
  page,
  pageSize,
  pause,
  type Target,
  told,
  type Verdict,
  watch,
  watchQuiet,
} from './attack';
import type { Flood, Flooded } from './flood';
import { probe, shownStatuses } from './probe';

/** Has the service compile what it runs: a cold one would be compared with a warm one. */
export async function warm(target: Target): Promise<void> {
  const seconds = target.short ? 0.5 : 3;
  await Promise.all([flood(target, { connections: 16, seconds }), watch(target, seconds)]);
}

const floodSeconds = 10;

/** More than the process can serve: at twice the rate that it can, and from 2,500 connections that ask again at once. */
export const overload: Attack = async (target) => {
  const seconds = target.short ? 1 : floodSeconds;
  // What is left of the attack before would make the peak a lower one.
  await watchQuiet(target, 5);
  const peak = await flood(target, { connections: 64, seconds });
  const connections = target.short ? 300 : 2_500;
  const closed = await flood(target, { connections, seconds });
  const verdicts = [verdict(target, `${connections} connections that ask again at once`, peak, closed)];
  if (target.short) return verdicts;
  const rate = Math.round(2 * peak.goodput);
  const twice = await flood(target, { connections, seconds, rate });
  const sent = `${rate} requests/s, twice the peak of ${peak.goodput.toFixed(0)}`;
  return [...verdicts, verdict(target, sent, peak, twice)];
};

/** A shop that floods, and its neighbour; and the same beside as many requests of a bare server, which is what Node, Postgres and this machine make of it. */
export const floodedNeighbour: Attack = async (target) => {
  const quiet = await watchQuiet(target, 8);
  const flooding = flood(target, { connections: target.short ? 200 : 2_500, seconds: target.short ? 2 : 12 });
  await pause(target.short ? 500 : 3_000);
  const meanwhile = await watch(target, 8);
  const { goodput } = await flooding;
  const ours = neighbourVerdict(target, 'a flood over the other shop', quiet, meanwhile);
  return [ours, await bareNeighbour(target, Math.round(goodput))];
};

async function bareNeighbour(target: Target, rate: number): Promise<Verdict> {
  const { stage, ports, loud, short } = target;
  await watchQuiet(target, 8);
  const ours = { port: ports.shop, host: hostOf(loud), token: loud.token };
  const route = await pageRoute(ours, page, pageStatement(loud.id, pageSize));
  const port = await stage.startBare({ floor: 'spliced', shopId: loud.id, routes: [route] });
  const [settling, seconds] = short ? [0.2, 0.5] : [3, 8];
  const even = { port, connections: 64, rate, evenly: true };
  await flood(target, { ...even, seconds: settling });
  const asked = { ...neighbour(target), port };
  const quiet = await probe(asked, seconds * 1_000);
  const flooding = flood(target, { ...even, seconds: settling + seconds });
  await pause(settling * 1_000);
  const meanwhile = await probe(asked, seconds * 1_000);
  const { goodput } = await flooding;
  const statuses = new Set([...quiet.statuses.keys(), ...meanwhile.statuses.keys()]);
  return {
    sent: `${rate} requests/s over a bare server`,
    seen: `neighbour p99 ${meanwhile.p99.toFixed(1)} (quiet ${quiet.p99.toFixed(1)}); the client itself late by ${meanwhile.late.toFixed(1)}; ${goodput.toFixed(0)}/s answered`,
    expected: 'none failed',
    ok: statuses.size === 1 && statuses.has(200),
  };
}

/** By the CPU of the service: who floods takes the other processors of the same machine from it. */
function verdict(target: Target, sent: string, peak: Measured, measured: Measured) {
  const { goodput, p99, statuses, errors } = measured;
  const share = measured.perCpu / peak.perCpu;
  const answered =
    Object.keys(statuses).every((status) => status === '200' || status === '503') && errors === 0;
  return {
    sent,
    seen: `goodput ${(100 * share).toFixed(0)} % of the peak by CPU (${goodput.toFixed(0)}/s of ${peak.goodput.toFixed(0)}), p99 ${p99.toFixed(0)} ms; ${shownStatuses(Object.entries(statuses))}; ${errors} errors`,
    expected: target.short ? '200 or 503' : '200 or 503, goodput ≥ 80 %, p99 ≤ 1,000 ms',
    ok: answered && (target.short || (share >= 0.8 && p99 <= 1_000)),
  };
}

export interface Measured extends Flooded {
  /** ms of the service's CPU. */
  cpu: number;
  /** Answered with success in a second of it. */
  perCpu: number;
}

function cpuOf({ stage }: Target, port: number): () => number {
  return () => stage.cpuOf(port) ?? performance.now();
}

type What = Pick<Flood, 'connections' | 'seconds' | 'rate' | 'evenly' | 'settling' | 'body'>;

/** A flood of the loud shop over the shop API, or over another server: at `port`, which has used `cpu` ms of CPU so far. */
export function flood(
  target: Target,
  {
    port = target.ports.shop,
    cpu = cpuOf(target, port),
    ...what
  }: What & { port?: number; cpu?: () => number },
): Promise<Measured> {
  const { loud } = target;
  let before = cpu();
  let after: number | undefined;
  return new Promise((done) => {
    const asked = what.body === undefined ? page : '/api/meta';
    const all = { port, host: hostOf(loud), token: loud.token, path: asked, ...what };
    const child = told<Flooded | 'counts' | 'ends'>(target, '--flood', all, (flooded) => {
      if (flooded === 'counts') return void (before = cpu());
      if (flooded === 'ends') return void (after = cpu());
      const used = (after ?? cpu()) - before;
      const perCpu = (flooded.goodput * what.seconds) / (used / 1000);
      child.once('exit', () => done({ ...flooded, cpu: used, perCpu }));
      child.disconnect();
    });
  });
}
