import { setTimeout as pause } from 'node:timers/promises';
import { pageRoute, pageStatement } from '../cases';
import { targetOf } from '../http';
import { formatCounts } from '../numbers';
import {
  type Attack,
  type AttackContext,
  measureNeighbour,
  measureQuietNeighbour,
  neighbourRequest,
  neighbourVerdict,
  PAGE_SIZE,
  pagePath,
  startAttacker,
  stopAttacker,
  type Verdict,
} from './attack';
import type { Flood, FloodResult } from './flood';
import { probe } from './probe';

/**
 * Sends requests until V8 has optimized the service's code. Without this warm-up, measured times would not be
 * comparable.
 */
export async function warmUp(context: AttackContext): Promise<void> {
  const seconds = context.short ? 0.5 : 3;
  await Promise.all([flood(context, { connections: 16, seconds }), measureNeighbour(context, seconds)]);
}

const FLOOD_SECONDS = 10;

/**
 * Sends more requests than the service can handle: first at twice its peak rate, then over 2,500 connections
 * without a pause.
 */
export const overload: Attack = async (context) => {
  const seconds = context.short ? 1 : FLOOD_SECONDS;
  // Waits until the service is idle, because remaining load of the previous attack would lower the measured
  // peak rate.
  await measureQuietNeighbour(context, 5);
  const peak = await flood(context, { connections: 64, seconds });
  const connections = context.short ? 300 : 2_500;
  const closed = await flood(context, { connections, seconds });
  const verdicts = [verdict(context, `${connections} connections that ask again at once`, peak, closed)];
  if (context.short) return verdicts;
  const rate = Math.round(2 * peak.goodput);
  const twice = await flood(context, { connections, seconds, rate });
  const sent = `${rate} requests/s, twice the peak of ${peak.goodput.toFixed(0)}`;
  return [...verdicts, verdict(context, sent, peak, twice)];
};

/**
 * Measures the neighbor shop while the attacking shop floods the service. Repeats the measurement while the
 * same flood hits a minimal server, to separate the effect of the shared CPUs.
 */
export const floodedNeighbour: Attack = async (context) => {
  const quiet = await measureQuietNeighbour(context, 8);
  const [connections, seconds] = context.short ? [200, 2] : [2_500, 12];
  const flooding = flood(context, { connections, seconds });
  await pause(context.short ? 500 : 3_000);
  const loaded = await measureNeighbour(context, 8);
  const { goodput } = await flooding;
  const ours = neighbourVerdict(context, 'a flood over the other shop', quiet, loaded);
  return [ours, await bareNeighbour(context, Math.round(goodput))];
};

async function bareNeighbour(context: AttackContext, rate: number): Promise<Verdict> {
  const { stage, ports, loud, short } = context;
  await measureQuietNeighbour(context, 8);
  const route = await pageRoute(targetOf(loud, ports.shop), pagePath, pageStatement(loud.id, PAGE_SIZE));
  const port = await stage.startBare('--bare', { floor: 'spliced', shopId: loud.id, routes: [route] });
  const [warmUpSeconds, seconds] = short ? [0.2, 0.5] : [3, 8];
  const even = { port, connections: 64, rate, isOpenLoop: true };
  await flood(context, { ...even, seconds: warmUpSeconds });
  const sent = { ...neighbourRequest(context), port };
  const quiet = await probe(sent, seconds * 1_000);
  const flooding = flood(context, { ...even, seconds: warmUpSeconds + seconds });
  await pause(warmUpSeconds * 1_000);
  const loaded = await probe(sent, seconds * 1_000);
  const { goodput } = await flooding;
  const statuses = new Set([...quiet.statuses.keys(), ...loaded.statuses.keys()]);
  return {
    sent: `${rate} requests/s over a bare server`,
    seen:
      `neighbour p99 ${loaded.p99.toFixed(1)} (quiet ${quiet.p99.toFixed(1)}); the client itself ` +
      `late by ${loaded.clientDelayMs.toFixed(1)}; ${goodput.toFixed(0)}/s answered`,
    expected: 'none failed',
    ok: statuses.size === 1 && statuses.has('200'),
  };
}

/**
 * Compares successful responses per CPU second. Responses per second would depend on the attacker, which uses
 * the same CPUs.
 */
function verdict({ short }: AttackContext, sent: string, peak: FloodCost, measured: FloodCost): Verdict {
  const { goodput, p99, statuses, errors } = measured;
  const share = measured.perCpuSecond / peak.perCpuSecond;
  const isAnswered = [...statuses.keys()].every((status) => status === '200' || status === '503');
  return {
    sent,
    seen:
      `goodput ${(100 * share).toFixed(0)} % of the peak by CPU (${goodput.toFixed(0)}/s of ` +
      `${peak.goodput.toFixed(0)}), p99 ${p99.toFixed(0)} ms; ${formatCounts(statuses)}; ${errors} ` +
      'errors',
    expected: short ? '200 or 503' : '200 or 503, goodput ≥ 80 %, p99 ≤ 1,000 ms',
    ok: isAnswered && errors === 0 && (short || (share >= 0.8 && p99 <= 1_000)),
  };
}

export interface FloodCost extends FloodResult {
  cpuMs: number;
  perCpuSecond: number;
}

type FloodOptions = Omit<Flood, 'port' | 'host' | 'token' | 'path'> & { port?: number };

/** Floods the shop API, or the server at `port`, with requests of the attacking shop. */
export function flood(context: AttackContext, options: FloodOptions): Promise<FloodCost> {
  const { loud, ports, stage } = context;
  const { port = ports.shop, body } = options;
  const path = body === undefined ? pagePath : '/api/meta';
  const input: Flood = { ...targetOf(loud, port), path, ...options, port };
  const cpu = () => stage.cpuOf(port) ?? performance.now();
  let before = cpu();
  let after: number | undefined;
  return new Promise((done) => {
    const child = startAttacker<FloodResult | 'counts' | 'ends'>(context, '--flood', input, (message) => {
      if (message === 'counts') return void (before = cpu());
      if (message === 'ends') return void (after = cpu());
      const cpuMs = (after ?? cpu()) - before;
      const perCpuSecond = (message.goodput * options.seconds) / (cpuMs / 1000);
      void stopAttacker(child).then(() => done({ ...message, cpuMs, perCpuSecond }));
    });
  });
}
