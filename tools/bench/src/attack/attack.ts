import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { headersOf, type HttpRequest, targetOf } from '../http';
import type { BenchShop } from '../people';
import type { Stage } from '../stage';
import type { Observed } from './observed';
import { probe, type ProbeResult } from './probe';

export interface AttackContext {
  stage: Stage;
  /** If true, each attack runs only for a few seconds, without verdicts on times. */
  short: boolean;
  loud: BenchShop;
  quiet: BenchShop;
  ports: { shop: number; auth: number; otherAuth: number };
  /** Fastest measurement of the quiet shop while no other requests run. */
  quietest?: NeighbourMeasurement;
}

export interface Verdict {
  sent: string;
  seen: string;
  expected: string;
  ok: boolean;
}

export type Attack = (context: AttackContext) => Promise<Verdict[]>;

/** Number of objects on the page that shops request. */
export const PAGE_SIZE = 10;
export const pagePath = `/api/meta?page%5Bsize%5D=${PAGE_SIZE}`;

/** Returns the request that the quiet shop sends during attacks. */
export function neighbourRequest({ ports, quiet }: AttackContext): HttpRequest {
  return { port: ports.shop, path: pagePath, headers: headersOf(targetOf(quiet, ports.shop)) };
}

/** Requests of the quiet shop, as measured by the client and by the service itself. */
export interface NeighbourMeasurement extends ProbeResult {
  inside: Observed;
}

/**
 * Request of the quiet shop, and the interval between requests. By default a page of a list, a hundred times
 * a second.
 */
export interface Probe {
  sent: HttpRequest;
  everyMs?: number;
}

/** Measures the requests of the quiet shop while other requests run. */
export async function measureNeighbour(
  context: AttackContext,
  seconds: number,
  { sent, everyMs }: Probe = { sent: neighbourRequest(context) },
): Promise<NeighbourMeasurement> {
  const { stage, ports, quiet, short } = context;
  const { host } = targetOf(quiet, ports.shop);
  await stage.observe(ports.shop, host);
  const probed = await probe(sent, (short ? 0.5 : seconds) * 1000, everyMs);
  return { ...probed, inside: await stage.observe(ports.shop, host) };
}

/** Maximum time in milliseconds until the service is quiet after an attack. */
const QUIET_LIMIT_MS = 60_000;
/** Maximum 99th percentile of a quiet service, as a multiple of the quietest measurement. */
const QUIET_RATIO = 1.5;

/** Measures the requests of the quiet shop without other requests. */
export async function measureQuietNeighbour(
  context: AttackContext,
  seconds: number,
): Promise<NeighbourMeasurement> {
  const limitMs = context.short ? 0 : QUIET_LIMIT_MS;
  const measure = () => measureNeighbour(context, seconds);
  context.quietest = await measureUntilQuiet(measure, limitMs, context.quietest);
  return context.quietest;
}

/**
 * Repeats the measurement for up to `limitMs`, until the service has finished work that an attack left, such
 * as closing connections and logging refusals. Never returns a slower result than the quietest measurement,
 * so remaining load cannot make a verdict easier.
 */
export async function measureUntilQuiet(
  measure: () => Promise<NeighbourMeasurement>,
  limitMs: number,
  quietest?: NeighbourMeasurement,
): Promise<NeighbourMeasurement> {
  const end = performance.now() + limitMs;
  let now = await measure();
  if (!quietest) return now;
  while (now.p99 > QUIET_RATIO * quietest.p99 && performance.now() < end) now = await measure();
  const inside = insideMs(now.inside) < insideMs(quietest.inside) ? now.inside : quietest.inside;
  return { ...now, inside, p99: Math.min(now.p99, quietest.p99) };
}

/**
 * Priority of the attacking processes. Real attacks come from other machines, so here they use only the CPU that the
 * service and its database leave.
 */
const ATTACKER_PRIORITY = 10;

/** Starts this program in an attacking role with `input`, and forwards its messages. */
export function startAttacker<T>(
  { stage, short }: AttackContext,
  role: string,
  input: object,
  onMessage: (message: T) => void,
): ChildProcess {
  const child = stage.startProgram(role);
  if (!short) setPriority(child.pid!, ATTACKER_PRIORITY);
  child.on('message', (message) => onMessage(message as T));
  child.send(input);
  return child;
}

export async function stopAttacker(child: ChildProcess): Promise<void> {
  child.disconnect();
  await once(child, 'exit');
}

/** Tolerance in milliseconds for imprecise timers. */
const JITTER_MS = 5;
/**
 * Share of the time without a CPU. Above this share, attackers on the same machine used CPU that the service
 * needed.
 */
const MAX_CPU_WAIT_SHARE = 0.05;

/**
 * Returns a verdict that passes if no request of the quiet shop failed and none took longer than twice the
 * quiet time. If the machine had no CPU left for the service, uses the times measured inside the process:
 * response time plus event-loop delay.
 */
export function neighbourVerdict(
  { short }: AttackContext,
  sent: string,
  quiet: NeighbourMeasurement,
  loaded: NeighbourMeasurement,
): Verdict {
  const failed = [...loaded.statuses].filter(([status]) => status !== '200' && status !== '201');
  const [before, now] = [quiet.inside, loaded.inside];
  const isCrowded = now.cpuWaitShare > MAX_CPU_WAIT_SHARE;
  const inTime = isCrowded ? isNoSlower(insideMs(before), insideMs(now)) : isNoSlower(quiet.p99, loaded.p99);
  const tenths = (ms: number) => ms.toFixed(1);
  const seen = [
    `neighbour p99 ${tenths(loaded.p99)} (quiet ${tenths(quiet.p99)})`,
    `in the process ${tenths(now.responseMs)} + ${tenths(now.loopDelayMs)} late ` +
      `(${tenths(before.responseMs)} + ${tenths(before.loopDelayMs)})`,
    `the client itself late by ${tenths(loaded.clientDelayMs)}`,
    `service without a processor ${(100 * now.cpuWaitShare).toFixed(0)} % of the time`,
    `failed ${failed.length}`,
  ];
  return {
    sent,
    seen: seen.join('; '),
    expected: short ? 'none failed' : 'none failed, p99 ≤ 2 × quiet',
    ok: failed.length === 0 && (short || inTime),
  };
}

const isNoSlower = (quietMs: number, ms: number) => ms <= Math.max(2 * quietMs, quietMs + JITTER_MS);
const insideMs = ({ responseMs, loopDelayMs }: Observed) => responseMs + loopDelayMs;
