import { setPriority } from 'node:os';
import type { BenchShop } from '../people';
import type { Stage } from '../stage';
import type { Observed } from './observed';
import { type Asked, probe, type Probed } from './probe';

export interface Target {
  stage: Stage;
  /** A few seconds of each attack, and no verdict on times. */
  short: boolean;
  loud: BenchShop;
  quiet: BenchShop;
  ports: { shop: number; auth: number; otherAuth: number };
  /** The least that was seen of the quiet shop while nothing else went on. */
  quietest?: Watched;
}

export interface Verdict {
  sent: string;
  seen: string;
  expected: string;
  ok: boolean;
  /** Of the machine, before. */
  load?: string;
}

export type Attack = (target: Target) => Promise<Verdict[]>;

export function hostOf({ domain }: BenchShop): string {
  return `${domain}.localhost`;
}

export function headersOf(shop: BenchShop): Record<string, string> {
  return { host: hostOf(shop), authorization: `Bearer ${shop.token}` };
}

/** Of how many objects the page is that shops ask for. */
export const pageSize = 10;
export const page = `/api/meta?page%5Bsize%5D=${pageSize}`;

/** What somebody of the quiet shop asks while others attack. */
export function neighbour({ ports, quiet }: Target): Asked {
  return { port: ports.shop, path: page, headers: headersOf(quiet) };
}

/** The quiet shop's requests, as its client saw them and as the process did. */
export interface Watched extends Probed {
  inside: Observed;
}

/**
 * The request that the quiet shop sends, and its interval. The default is a page of a list, a hundred times a second.
 */
export interface Probe {
  asked: Asked;
  everyMs?: number;
}

/** Measures the requests of the quiet shop while other requests run. */
export async function watch(
  target: Target,
  seconds: number,
  { asked, everyMs }: Probe = { asked: neighbour(target) },
): Promise<Watched> {
  const { stage, ports, quiet, short } = target;
  await stage.observe(ports.shop, hostOf(quiet));
  const probed = await probe(asked, (short ? 0.5 : seconds) * 1000, everyMs);
  return { ...probed, inside: await stage.observe(ports.shop, hostOf(quiet)) };
}

/** Maximum wait for the service to become quiet after an attack, in milliseconds. */
const settling = 60_000;
/** The service counts as quiet if the 99th percentile is at most this multiple of the quietest one. */
const near = 1.5;

/** Measures the requests of the quiet shop while no other requests run. */
export async function watchQuiet(target: Target, seconds: number): Promise<Watched> {
  const limit = target.short ? 0 : settling;
  target.quietest = await whenQuiet(() => watch(target, seconds), limit, target.quietest);
  return target.quietest;
}

/**
 * Repeats the measurement for up to `limit` ms, until the service has finished the work that an attack left, such as
 * closing connections and logging refusals. The result is never higher than the quietest measurement, so a residue of
 * load cannot make a verdict easier.
 */
export async function whenQuiet(look: () => Promise<Watched>, limit: number, quietest?: Watched) {
  const end = performance.now() + limit;
  let now = await look();
  if (!quietest) return now;
  while (now.p99 > near * quietest.p99 && performance.now() < end) now = await look();
  const inside = ms(now.inside) < ms(quietest.inside) ? now.inside : quietest.inside;
  return { ...now, inside, p99: Math.min(now.p99, quietest.p99) };
}

/**
 * Priority of the attacking processes. Real attacks come from other machines, so here they use only the CPU that the
 * service and its database leave.
 */
const lowPriority = 10;

/** What a process of this program was told to do, with what it tells. */
export function told<T>(target: Target, role: string, what: object, onMessage: (message: T) => void) {
  const child = target.stage.startProgram(role);
  if (!target.short) setPriority(child.pid!, lowPriority);
  child.on('message', (message) => onMessage(message as T));
  child.send(what);
  return child;
}

/** What a timer and a system may be late by, in ms. */
const jitter = 5;
/** Of the time. A process that waited for a processor for more of it was slowed down by who attacks it from the same machine. */
const crowded = 0.05;

/**
 * The verdict on a neighbour: nothing failed, and it was not slower than twice its quiet time. Where the machine had no processor for the service, because who attacks
 * it is on the same one, the times in the process decide: of answering a request, and by which its event loop was late.
 */
export function neighbourVerdict(target: Target, sent: string, quiet: Watched, meanwhile: Watched): Verdict {
  const failed = [...meanwhile.statuses].filter(([status]) => status !== 200 && status !== 201);
  const [before, now] = [quiet.inside, meanwhile.inside];
  const isCrowded = now.waited > crowded;
  const inTime = isCrowded ? isNoSlower(ms(before), ms(now)) : isNoSlower(quiet.p99, meanwhile.p99);
  const seen = [
    `neighbour p99 ${shown(meanwhile.p99)} (quiet ${shown(quiet.p99)})`,
    `in the process ${shown(now.answering)} + ${shown(now.late)} late (${shown(before.answering)} + ${shown(before.late)})`,
    `the client itself late by ${shown(meanwhile.late)}`,
    `service without a processor ${(100 * now.waited).toFixed(0)} % of the time`,
    `failed ${failed.length}`,
  ];
  return {
    sent,
    seen: seen.join('; '),
    expected: target.short ? 'none failed' : 'none failed, p99 ≤ 2 × quiet',
    ok: failed.length === 0 && (target.short || inTime),
  };
}

const isNoSlower = (quiet: number, now: number) => now <= Math.max(2 * quiet, quiet + jitter);
const ms = ({ answering, late }: Observed) => answering + late;
const shown = (time: number) => time.toFixed(1);

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
