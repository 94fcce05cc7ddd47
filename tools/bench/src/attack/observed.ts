import { subscribe } from 'node:diagnostics_channel';
import { existsSync, openSync, readSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { percentile } from '../numbers';
import { eventLoopDelay } from './event-loop-delay';

/**
 * Response times and event-loop delays that a service measures in its own process. If the operating system
 * reports the wait for a CPU, the values exclude it, because attackers and service share the CPUs of one
 * machine.
 */
export interface Observed {
  /**
   * 99th percentile of the response time for requests of one host, in milliseconds. Starts when the service
   * has received the headers.
   */
  responseMs: number;
  loopDelayMs: number;
  /** Share of the time, from 0 to 1, in which the main thread was runnable but waited for a CPU. */
  cpuWaitShare: number;
}

/**
 * Runs a service in this process and measures it. On each message from the parent process, reports the
 * measured times and sets the host whose requests are measured.
 */
export function runObserved([program]: string[]): void {
  const delay = eventLoopDelay(cpuWaitMs);
  let [host, times, since]: [string, number[], Moment] = ['', [], moment()];
  const starts = new WeakMap<object, Moment>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    if (request.headers.host === host) starts.set(request, moment());
  });
  subscribe('http.server.response.finish', (message) => {
    const start = starts.get((message as { request: IncomingMessage }).request);
    if (start) times.push(elapsedSince(start).ownMs);
  });
  process.on('message', (message) => {
    const { ownMs, waitMs } = elapsedSince(since);
    const observed: Observed = {
      responseMs: percentile(times, 99),
      loopDelayMs: percentile(delay.take(), 99),
      cpuWaitShare: waitMs / (ownMs + waitMs),
    };
    process.send!(observed);
    [host, times, since] = [(message as { host: string }).host, [], moment()];
  });
  void import(program!);
}

interface Moment {
  at: number;
  waitMs: number;
}

const moment = (): Moment => ({ at: performance.now(), waitMs: cpuWaitMs() });

function elapsedSince(start: Moment) {
  const waitMs = cpuWaitMs() - start.waitMs;
  return { ownMs: performance.now() - start.at - waitMs, waitMs };
}

const file = '/proc/self/schedstat';
const schedstat = existsSync(file) ? openSync(file, 'r') : undefined;
const text = Buffer.alloc(100);

/**
 * Returns the time in milliseconds in which the main thread was runnable but waited for a CPU. Reads the
 * second number in /proc/<pid>/schedstat, which is in nanoseconds.
 */
function cpuWaitMs(): number {
  if (schedstat === undefined) return 0;
  return Number(text.toString('latin1', 0, readSync(schedstat, text, 0, 100, 0)).split(' ')[1]) / 1e6;
}
