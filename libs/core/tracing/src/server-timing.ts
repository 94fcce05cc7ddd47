import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Durations of the steps of one request, for the header `Server-Timing`. Each step corresponds to a tracing
 * span and can contain further steps.
 */
export class RequestTimings {
  private readonly parts = new Map<string, { ms: number; times: number }>();

  add(part: string, ms: number): void {
    const known = this.parts.get(part);
    if (!known) return void this.parts.set(part, { ms, times: 1 });
    known.ms += ms;
    known.times += 1;
  }

  /** Returns the value of the header `Server-Timing` (W3C). A step that ran several times has a count. */
  toString(): string {
    const each = [...this.parts].map(([part, { ms, times }]) => {
      const often = times > 1 ? `;desc="${times} times"` : '';
      return `${part};dur=${Math.round(ms * 100) / 100}${often}`;
    });
    return each.join(', ');
  }
}

let timings: AsyncLocalStorage<RequestTimings> | undefined;

export function useTimings(wanted: boolean): void {
  timings = wanted ? new AsyncLocalStorage() : undefined;
}

export function isTiming(): boolean {
  return timings !== undefined;
}

/**
 * Runs the handler of a request. Records the durations of the request's steps, including asynchronous steps.
 */
export function runTimed(request: RequestTimings, work: () => void): void {
  if (timings) timings.run(request, work);
  else work();
}

/**
 * Runs `work` and adds its duration to the `Server-Timing` of the current request, if a request is running.
 */
export function timed<T>(part: string, work: () => T): T {
  const request = timings?.getStore();
  if (!request) return work();
  const begun = performance.now();
  const end = () => request.add(part, performance.now() - begun);
  try {
    const result = work();
    if (result instanceof Promise) return result.finally(end) as T;
    end();
    return result;
  } catch (error) {
    end();
    throw error;
  }
}
