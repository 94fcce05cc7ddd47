import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type HttpRequest, statusOf } from '../http';
import { countByName, percentile } from '../numbers';
import { eventLoopDelay } from './event-loop-delay';

export interface ProbeResult {
  p99: number;
  /**
   * Event-loop delay of the measuring client in milliseconds. The measured response times include this delay.
   */
  clientDelayMs: number;
  statuses: Map<string, number>;
}

/**
 * Sends a request every `everyMs` milliseconds over a few connections, without waiting for responses (open
 * loop).
 */
export async function probe(sent: HttpRequest, ms: number, everyMs = 10): Promise<ProbeResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const times: number[] = [];
  const responses: Promise<number>[] = [];
  const delay = eventLoopDelay();
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const startedAt = performance.now();
    const response = statusOf({ ...sent, agent }).finally(() => times.push(performance.now() - startedAt));
    responses.push(response);
    await pause(everyMs);
  }
  const statuses = countByName(await Promise.all(responses));
  agent.destroy();
  delay.stop();
  return { p99: percentile(times, 99), clientDelayMs: percentile(delay.take(), 99), statuses };
}
