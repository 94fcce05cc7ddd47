import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { EventLoopSampler } from './event-loop-sampler';
import { addScraped } from './scraped';

/** Registry for metrics of this process: memory, event loop, and counters of rare events. */
export const processMetrics = new Registry();

/**
 * Interval of event loop samples in milliseconds. The default interval of prom-client, 10 ms, would cause
 * most of the CPU time of an idle process.
 */
const SAMPLE_EVERY_MS = 50;
/**
 * An event loop utilization below IDLE_UTILIZATION means that the process is idle. IDLE_CHECK_MS is the
 * interval of the check in milliseconds.
 */
const [IDLE_UTILIZATION, IDLE_CHECK_MS] = [0.02, 1_000];
/**
 * Interval with which prom-client samples the event loop practically never, because prom-client cannot turn
 * sampling off.
 */
const DISABLED_INTERVAL_MS = 3_600_000;
const lag = 'nodejs_eventloop_lag';

let collected = false;

/**
 * Starts collecting memory, CPU, event loop and garbage collection metrics. Services call it only if metrics
 * are enabled, because sampling costs CPU time.
 */
export function collectProcessMetrics(): void {
  if (collected) return;
  collected = true;
  collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision: DISABLED_INTERVAL_MS });
  for (const { name } of processMetrics.getMetricsAsArray())
    if (name.startsWith(lag)) processMetrics.removeSingleMetric(name);
  collectEventLoopLag();
}

function collectEventLoopLag(): void {
  const sampler = new EventLoopSampler(SAMPLE_EVERY_MS);
  sampler.start();
  sampleWhileBusy(sampler);
  const measures: Record<string, () => number> = {
    min: () => sampler.of(({ min }) => min),
    max: () => sampler.of(({ max }) => max),
    mean: () => sampler.of(({ mean }) => mean),
    stddev: () => sampler.of(({ stddev }) => stddev),
    p50: () => sampler.of((late) => late.percentile(50)),
    p90: () => sampler.of((late) => late.percentile(90)),
    p99: () => sampler.of((late) => late.percentile(99)),
  };
  for (const [of, value] of Object.entries(measures))
    addScraped(processMetrics, {
      name: `${lag}_${of}_seconds`,
      help: 'Event loop lag since the last scrape',
      type: 'gauge',
      *read() {
        yield { labels: {}, value: value() };
        if (of === 'p99') sampler.reset();
      },
    });
}

/**
 * Samples the event loop only while the process is busy, so that an idle process wakes up only once a second.
 */
function sampleWhileBusy(sampler: Pick<EventLoopSampler, 'start' | 'stop'>): void {
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, before).utilization > IDLE_UTILIZATION) sampler.start();
    else sampler.stop();
    before = now;
  }, IDLE_CHECK_MS).unref();
}

export interface ProcessCounter<Label extends string, Value extends string> {
  inc(labels: Record<Label, Value>, by?: number): void;
}

/**
 * Creates a Prometheus counter with one label. Sets each value in `values` to 0, because Prometheus cannot
 * see the first increase of a new time series. Call `inc({ … }, 0)` when the process starts for label values
 * that are known only at run time.
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
