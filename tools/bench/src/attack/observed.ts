import { subscribe } from 'node:diagnostics_channel';
import { existsSync, openSync, readSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { lateness, percentile99 } from './lateness';

/**
 * What a service's own process tells of itself. Who attacks wants the same processors, and a client measures both: here what the process waited for a processor is
 * left out, where the system tells.
 */
export interface Observed {
  /** ms from the head of a request of one host to the end of its answer; of a hundred, 99 took less. */
  answering: number;
  /** ms by which its event loop was late, likewise. */
  late: number;
  /** Part of the time in which it was ready to run and had no processor. */
  waited: number;
}

/** Runs a service in this process, and tells over the channel how it does. `message.host`: whose requests are timed, from now on. */
export function runObserved([program]: string[]): void {
  const late = lateness(waited);
  let [host, times, since]: [string, number[], Moment] = ['', [], moment()];
  const started = new WeakMap<object, Moment>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    if (request.headers.host === host) started.set(request, moment());
  });
  subscribe('http.server.response.finish', (message) => {
    const start = started.get((message as { request: IncomingMessage }).request);
    if (start) times.push(sinceThen(start).own);
  });
  process.on('message', (message) => {
    const { own, waited: without } = sinceThen(since);
    const observed: Observed = {
      answering: percentile99(times),
      late: percentile99(late.taken()),
      waited: without / (own + without),
    };
    process.send!(observed);
    [host, times, since] = [(message as { host: string }).host, [], moment()];
  });
  void import(program!);
}

interface Moment {
  at: number;
  waited: number;
}

function moment(): Moment {
  return { at: performance.now(), waited: waited() };
}

function sinceThen(then: Moment) {
  const without = waited() - then.waited;
  return { own: performance.now() - then.at - without, waited: without };
}

const file = '/proc/self/schedstat';
const schedstat = existsSync(file) ? openSync(file, 'r') : undefined;
const text = Buffer.alloc(100);

/** ms for which the main thread was ready to run and had no processor: the second number of its schedstat, in ns. */
function waited(): number {
  if (schedstat === undefined) return 0;
  return Number(text.toString('latin1', 0, readSync(schedstat, text, 0, 100, 0)).split(' ')[1]) / 1e6;
}
