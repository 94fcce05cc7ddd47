import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { EventLoopLooks } from './event-loop-looks';
import { addScraped } from './scraped';

/** What this process counts, whichever part of it does: memory, event loop, and what is rare enough to be counted where it happens. */
export const processMetrics = new Registry();

/** How often is looked whether the event loop is late, in ms. Each look wakes the process: prom-client's, every 10 ms, were most of what an idle one costs. */
const lookEveryMs = 50;
/** A loop that has less to do than this share of its time is not late: whether it is so is asked every so many ms instead. */
const [idleShare, idleEveryMs] = [0.02, 1_000];
/** What prom-client would measure so is not looked at; it can't be told to leave it. */
const seldomMs = 3_600_000;
const lag = 'nodejs_eventloop_lag';

let collected = false;

/** Memory, processor, event loop and garbage collection, from now on. Measuring the event loop costs a little, so only where somebody asks. */
export function collectProcessMetrics(): void {
  if (collected) return;
  collected = true;
  collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision: seldomMs });
  for (const { name } of processMetrics.getMetricsAsArray())
    if (name.startsWith(lag)) processMetrics.removeSingleMetric(name);
  collectEventLoopLag();
}

/** By how much looks at the event loop came late, since the metrics were read last; under the names that prom-client has for it. */
function collectEventLoopLag(): void {
  const looks = new EventLoopLooks(lookEveryMs);
  looks.start();
  lookWhileBusy(looks);
  const measures: Record<string, () => number> = {
    min: () => looks.of(({ min }) => min),
    max: () => looks.of(({ max }) => max),
    mean: () => looks.of(({ mean }) => mean),
    stddev: () => looks.of(({ stddev }) => stddev),
    p50: () => looks.of((late) => late.percentile(50)),
    p90: () => looks.of((late) => late.percentile(90)),
    p99: () => looks.of((late) => late.percentile(99)),
  };
  for (const [of, value] of Object.entries(measures))
    addScraped(processMetrics, {
      name: `${lag}_${of}_seconds`,
      help: 'By how much the event loop was late, since this was read last',
      type: 'gauge',
      *read() {
        yield { labels: {}, value: value() };
        if (of === 'p99') looks.reset();
      },
    });
}

/** An idle process is woken once a second instead of twenty times. */
function lookWhileBusy(looks: Pick<EventLoopLooks, 'start' | 'stop'>): void {
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, before).utilization > idleShare) looks.start();
    else looks.stop();
    before = now;
  }, idleEveryMs).unref();
}

export interface ProcessCounter<Label extends string, Value extends string> {
  inc(labels: Record<Label, Value>, by?: number): void;
}

/**
 * A counter with one label of few values. Each of `values` starts at 0: Prometheus sees no increase in a series that starts with its first event. Values that
 * are known only when the service starts are announced by `inc({ … }, 0)`.
 */
export function processCounter<Label extends string, Value extends string>(
  name: string,
  help: string,
  label: Label,
  values: readonly Value[],
): ProcessCounter<Label, Value> {
  const counter = new Counter({ name, help, labelNames: [label], registers: [processMetrics] });
  const inc = (labels: Record<Label, Value>, by?: number) => counter.inc(labels as object, by);
  for (const value of values) inc({ [label]: value } as Record<Label, Value>, 0);
  return { inc };
}
