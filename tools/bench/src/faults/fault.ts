import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@storewright/testing';
import { countByName, formatCounts, formatSeconds } from '../numbers';
import type { ServiceName } from '../stage';
import type { FaultPlatform } from './fault-platform';
import { Readiness } from './readiness';
import { type TrafficResponse, Traffic } from './traffic';

export interface FaultRow {
  done: string;
  seen: string;
  expected: string;
  /** Summary of the test clients' writes. undefined if the fault ran without test clients. */
  ledger?: string;
  /** Verdict on the fault. `not run` means that this machine lacks the requirement in `seen`. */
  ok: boolean | 'not run';
}

export interface Fault {
  done: string;
  /** Error responses that test clients may get during the fault, as formatted by `responseName`. */
  allowed: string[];
  notReady?: readonly ServiceName[];
  /**
   * Injects the fault and resolves when the fault is over. `refused` resolves when all services in `notReady`
   * have responded with 503.
   */
  inject(refused: () => Promise<void>): Promise<void>;
  check?: () => { seen: string; expected: string; ok: boolean };
}

const [MAX_RESPONSE_MS, MAX_RECOVERY_MS] = [5_000, 2_000];
/**
 * Maximum duration in milliseconds of a response after recovery, unless twice the slowest response before the
 * fault is longer.
 */
const SLOW_MS = 1_000;

export async function underTraffic(platform: FaultPlatform, fault: Fault): Promise<FaultRow> {
  process.stderr.write(`${fault.done} …\n`);
  const readiness = new Readiness(platform);
  await readiness.ready();
  const traffic = await Traffic.start(platform);
  await traffic.everyClientServed();
  if (!platform.short) await pause(MAX_RECOVERY_MS);
  readiness.refusedAt.clear();
  const startedAt = performance.now();
  await fault.inject(() => readiness.refused(fault.notReady ?? []));
  const endedAt = performance.now();
  const caughtUp = allWebhooksReceived(platform).then((at) => at - endedAt);
  await readiness.ready();
  await traffic.everyClientServed();
  if (!platform.short) await pause(MAX_RECOVERY_MS + SLOW_MS);
  await traffic.stop();
  await readiness.stop();
  const webhooksMs = Math.max(0, await caughtUp);
  await allWebhooksReceived(platform);
  const isDuring = ({ at, ms }: TrafficResponse) => at + ms >= startedAt;
  const answers = traffic.answers.filter(isDuring);
  const slowestBefore = Math.max(...traffic.answers.filter((each) => !isDuring(each)).map(({ ms }) => ms));
  const tooSlowMs = Math.max(SLOW_MS, 2 * slowestBefore);
  const unwell = answers.filter(({ ms, status }) => ms > tooSlowMs || !isSuccess(status));
  const recoveredAt = Math.max(...unwell.map(({ at, ms }) => at + ms), ...readiness.readySince.values());
  const recoveryMs = Math.max(0, recoveredAt - endedAt);
  return judge(platform, fault, { answers, recoveryMs, webhooksMs, readiness, traffic });
}

interface Seen {
  answers: TrafficResponse[];
  recoveryMs: number;
  webhooksMs: number;
  readiness: Readiness;
  traffic: Traffic;
}

async function judge({ short }: FaultPlatform, fault: Fault, seen: Seen): Promise<FaultRow> {
  const { answers, recoveryMs, webhooksMs, readiness, traffic } = seen;
  const { done, allowed, notReady = [] } = fault;
  const responses = countByName(answers.map(responseName));
  const longestMs = Math.max(...answers.map(({ ms }) => ms));
  const check = fault.check?.();
  const { acknowledged, lost, duplicated, halfDone } = await traffic.verdict();
  const wrong = [...lost, ...duplicated, ...halfDone];
  if (wrong.length > 0) process.stdout.write(`${done}:\n  ${wrong.slice(0, 20).join('\n  ')}\n`);
  const isAllowed = [...responses.keys()].every((name) => /^2\d\d$/.test(name) || allowed.includes(name));
  const inTime = longestMs <= MAX_RESPONSE_MS && Math.max(recoveryMs, webhooksMs) <= MAX_RECOVERY_MS;
  const isRefused = notReady.every((name) => readiness.refusedAt.has(name));
  const unless = (isHidden: boolean, text: string) => (isHidden ? '' : text);
  const refusal = isRefused ? unless(notReady.length === 0, '; ready 503') : '; ready 200';
  return {
    done,
    seen:
      `${formatCounts(responses)}; longest ${formatSeconds(longestMs)}${refusal}; as before after ` +
      `${formatSeconds(recoveryMs)}, webhooks ` +
      `${formatSeconds(webhooksMs)}${check ? `; ${check.seen}` : ''}`,
    expected: `${['2xx', ...allowed].join(', ')}${unless(short, `, each ≤ ${formatSeconds(MAX_RESPONSE_MS)}`)}${unless(notReady.length === 0, '; ready 503 meanwhile')}${unless(short, `; as before ≤ ${formatSeconds(MAX_RECOVERY_MS)}`)}${check ? `; ${check.expected}` : ''}`,
    ledger:
      `${acknowledged} writes: ${lost.length} lost, ${duplicated.length} duplicated, ` +
      `${halfDone.length} half-done`,
    ok: isAllowed && isRefused && (check?.ok ?? true) && wrong.length === 0 && (short || inTime),
  };
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** Formats a response: `503`, `409 <error code>` or `500 without Retry-After`. */
function responseName({ status, code, hasRetryAfter }: TrafficResponse): string {
  if (isSuccess(status)) return String(status);
  if (status === 0) return 'no answer';
  return `${status}${code === 'unavailable' ? '' : ` ${code}`}${hasRetryAfter ? '' : ' without Retry-After'}`;
}

/**
 * Returns the time at which the webhook receiver had received every written event, or infinity after a
 * timeout.
 */
export async function allWebhooksReceived({ postgres, receiver, shops }: FaultPlatform): Promise<number> {
  const events = await postgres.query<{ id: string }>(
    `SELECT id FROM shop.events WHERE type LIKE 'meta.%' AND shop_id = ANY ($1)`,
    [shops.map(({ id }) => id)],
  );
  const hasAll = () => Promise.resolve(events.every(({ id }) => receiver.ids.has(id)));
  return until('all webhooks have come', hasAll).then(
    () => performance.now(),
    () => Infinity,
  );
}
