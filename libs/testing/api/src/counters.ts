/** Counters whose label values are known only from requests. */
const OF_REQUESTS = ['storewright_http_requests_total'];
/** Counters of optional features, which depend on settings or routes: replicas, deprecated features. */
const OPTIONAL = ['storewright_replica_reads_total', 'storewright_deprecated_requests_total'];

/**
 * Returns the counters of the platform that have no series yet in a metrics text. Prometheus misses the first
 * increase of such a counter.
 */
export function countersWithoutSeries(metrics: string): string[] {
  const lines = metrics.split('\n');
  const counters = [...metrics.matchAll(/^# TYPE (storewright_\w+) counter$/gm)].map(([, name]) => name!);
  return counters.filter((name) => {
    if (OF_REQUESTS.includes(name) || OPTIONAL.includes(name)) return false;
    return !lines.some((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  });
}

/** Returns the values of the label of a counter, in the order of the text. */
export function labelValues(metrics: string, name: string, label: string): string[] {
  const series = new RegExp(`^${name}\\{[^}]*${label}="([^"]+)"`, 'gm');
  return [...metrics.matchAll(series)].map(([, value]) => value!);
}
