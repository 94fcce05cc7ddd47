import type { Registry } from 'prom-client';
import { Durations } from './durations';
import { addScraped, type Sample } from './scraped';

const total = 'storewright_http_requests_total';
const seconds = 'storewright_http_request_seconds';

/**
 * Route label of requests that match no route. Raw paths are unsuitable labels, because clients choose them.
 */
const NO_ROUTE = 'none';

interface Counted {
  method: string;
  route: string;
  byStatus: Map<number, number>;
  durations: Durations;
}

export class RequestMetrics {
  private readonly routes = new Map<string, Map<string, Counted>>();

  /** Counts a request in the metrics. `route` is the path pattern. undefined means that no route matched. */
  add(method: string, route: string = NO_ROUTE, status: number, ms: number): void {
    const { byStatus, durations } = this.routes.get(route)?.get(method) ?? this.begin(method, route);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    durations.add(ms);
  }

  register(registry: Registry): void {
    addScraped(registry, {
      name: total,
      help: 'Completed requests',
      type: 'counter',
      read: () => this.totals(),
    });
    addScraped(registry, {
      name: seconds,
      help: 'Time from the headers of a request to the end of its response',
      type: 'histogram',
      read: () => this.durations(),
    });
  }

  private begin(method: string, route: string): Counted {
    const counted = { method, route, byStatus: new Map<number, number>(), durations: new Durations() };
    const methods = this.routes.get(route) ?? new Map<string, Counted>();
    this.routes.set(route, methods.set(method, counted));
    return counted;
  }

  private *counted(): Iterable<Counted> {
    for (const methods of this.routes.values()) yield* methods.values();
  }

  private *totals(): Iterable<Sample> {
    for (const { method, route, byStatus } of this.counted())
      for (const [status, value] of byStatus)
        yield { labels: { method, route, status: String(status) }, value };
  }

  private *durations(): Iterable<Sample> {
    for (const { method, route, durations } of this.counted())
      yield* durations.samples(seconds, { method, route });
  }
}
