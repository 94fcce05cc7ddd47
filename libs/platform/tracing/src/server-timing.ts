import { AsyncLocalStorage } from 'node:async_hooks';

/** Where the time of one request went. Parts are those of its trace: one may be within another. */
export class RequestTimings {
  private readonly parts = new Map<string, { ms: number; times: number }>();

  add(part: string, ms: number): void {
    const known = this.parts.get(part);
    if (!known) return void this.parts.set(part, { ms, times: 1 });
    known.ms += ms;
    known.times += 1;
  }

  /** As `Server-Timing` has them (W3C), with how often a part ran where that was more than once. */
  toString(): string {
    const each = [...this.parts].map(([part, { ms, times }]) => {
      const often = times > 1 ? `;desc="${times} times"` : '';
      return `${part};dur=${Math.round(ms * 100) / 100}${often}`;
    });
    return each.join(', ');
  }
}

let timings: AsyncLocalStorage<RequestTimings> | undefined;

/** From now on requests are timed, in this process: for development. */
export function useTimings(wanted: boolean): void {
  timings = wanted ? new AsyncLocalStorage() : undefined;
}

/** A look at a variable, so what stands behind it costs nothing where nobody asked for it. */
export function isTiming(): boolean {
  return timings !== undefined;
}

/** What the work calls is timed for this request. */
export function runTimed(request: RequestTimings, work: () => void): void {
  if (timings) timings.run(request, work);
  else work();
}

/** Runs the work as a part of the request that is timed; where there is none, it is only run. */
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
