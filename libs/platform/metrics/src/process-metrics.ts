import { collectDefaultMetrics, Counter, Registry } from 'prom-client';

/** What this process counts, whichever part of it does: memory, event loop, and what is rare enough to be counted where it happens. */
export const processMetrics = new Registry();

let collected = false;

/** Memory, processor, event loop and garbage collection, from now on. Measuring the event loop costs a little, so only where somebody asks. */
export function collectProcessMetrics(): void {
  if (collected) return;
  collected = true;
  collectDefaultMetrics({ register: processMetrics });
}

/** A counter with one label of few values. */
export function processCounter(name: string, help: string, label: string): Counter {
  return new Counter({ name, help, labelNames: [label], registers: [processMetrics] });
}
