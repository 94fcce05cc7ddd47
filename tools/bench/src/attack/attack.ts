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
  /** If true, each attack takes only a few seconds, and no verdict depends on response times. */
  short: boolean;
  loud: BenchShop;
  /**
   * The neighbor shop, which uses the same service as the attacking shop. An attack must not slow the
   * requests of the neighbor shop.
   */
  quiet: BenchShop;
  ports: { shop: number; auth: number; otherAuth: number };
  /** Fastest response times of the neighbor shop, measured without an attack. */
  quietest?: NeighbourMeasurement;
}

export interface Verdict {
  sent: string;
  seen: string;
  expected: string;
  ok: boolean;
}

export type Attack = (context: AttackContext) => Promise<Verdict[]>;

export const PAGE_SIZE = 10;
export const pagePath = `/api/meta?page%5Bsize%5D=${PAGE_SIZE}`;

export function neighbourRequest({ ports, quiet }: AttackContext): HttpRequest {
  return { port: ports.shop, path: pagePath, headers: headersOf(targetOf(quiet, ports.shop)) };
}

/** Response times of the neighbor shop during an attack, measured by the client and inside the service. */
export interface NeighbourMeasurement extends ProbeResult {
  inside: Observed;
}

/**
 * Request of the neighbor shop, and the interval between requests in milliseconds. By default, requests a
 * page of a list every 10 ms.
 */
export interface Probe {
  sent: HttpRequest;
  everyMs?: number;
}

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

const QUIET_LIMIT_MS = 60_000;
/**
 * The service counts as idle if its 99th percentile response time is at most this multiple of the fastest
 * measurement.
 */
const QUIET_RATIO = 1.5;

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
 * Repeats the measurement until the service has finished work that an attack left, such as closing
 * connections and logging rejections. Gives up after `limitMs` milliseconds. Never returns a slower result
 * than `quietest`, because remaining load must not loosen the limits of the next attack.
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
 * Scheduling priority (niceness) of the attacking processes. Real attackers use other machines, so attackers
 * here use only the CPU time that the service and its database leave.
 */
const ATTACKER_PRIORITY = 10;

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
 * Maximum share of the time in which the service waits for a CPU. Above this share, attackers on the same
 * machine took CPU time that the service needed.
 */
const MAX_CPU_WAIT_SHARE = 0.05;

/**
 * Returns a verdict that passes if no request of the neighbor shop failed and response times at most doubled.
 * If the service had to wait for a CPU, uses the times measured inside the service: response time plus
 * event-loop delay.
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
