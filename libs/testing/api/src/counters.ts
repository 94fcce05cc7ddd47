/** Prometheus counters whose label values are known only after a request. */
const OF_REQUESTS = ['storewright_http_requests_total'];
/**
 * Prometheus counters that have no time series until replicas are configured or a deprecated feature is used.
 */
const OPTIONAL = ['storewright_replica_reads_total', 'storewright_deprecated_requests_total'];

/**
 * Returns the platform's Prometheus counters that have no time series in this metrics text. Prometheus misses
 * the first increase of a counter without a time series.
 */
export function countersWithoutSeries(metrics: string): string[] {
  const lines = metrics.split('\n');
  const counters = [...metrics.matchAll(/^# TYPE (storewright_\w+) counter$/gm)].map(([, name]) => name!);
  return counters.filter((name) => {
    if (OF_REQUESTS.includes(name) || OPTIONAL.includes(name)) return false;
    return !lines.some((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  });
}

export function labelValues(metrics: string, name: string, label: string): string[] {
  const series = new RegExp(`^${name}\\{[^}]*${label}="([^"]+)"`, 'gm');
  return [...metrics.matchAll(series)].map(([, value]) => value!);
}
