import type { BenchShop } from '../people';
import type { Stage } from '../stage';
import { type Asked, probe, type Probed } from './probe';

export interface Target {
  stage: Stage;
  /** A few seconds of each attack, and no verdict on times. */
  short: boolean;
  loud: BenchShop;
  quiet: BenchShop;
  ports: { shop: number; auth: number; otherAuth: number };
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

/** What somebody of the quiet shop asks while others attack. */
export function neighbour({ ports, quiet }: Target): Asked {
  return { port: ports.shop, path: '/api/meta?page%5Bsize%5D=10', headers: headersOf(quiet) };
}

/** The quiet shop's requests while something goes on. */
export function watch(target: Target, seconds: number): Promise<Probed> {
  return probe(neighbour(target), (target.short ? 0.5 : seconds) * 1000);
}

/** What a process of this program was told to do, with what it tells. */
export function told<T>(target: Target, role: string, what: object, onMessage: (message: T) => void) {
  const child = target.stage.startProgram(role);
  child.on('message', (message) => onMessage(message as T));
  child.send(what);
  return child;
}

/** The verdict on a neighbour: nothing failed, and it was not slower than twice its quiet time (and 5 ms, which a timer is late). */
export function neighbourVerdict(target: Target, sent: string, quiet: Probed, meanwhile: Probed): Verdict {
  const failed = [...meanwhile.statuses].filter(([status]) => status !== 200);
  const inTime = target.short || meanwhile.p99 <= Math.max(2 * quiet.p99, quiet.p99 + 5);
  return {
    sent,
    seen: `neighbour p99 ${meanwhile.p99.toFixed(1)} ms (quiet ${quiet.p99.toFixed(1)}), failed ${failed.length}`,
    expected: target.short ? 'none failed' : 'none failed, p99 ≤ 2 × quiet',
    ok: failed.length === 0 && inTime,
  };
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
