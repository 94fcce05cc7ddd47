import autocannon from 'autocannon';
import { headersOf, type Target } from './http';

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** Number of concurrent requests of a benchmark, which is enough to keep two processors busy. */
export const CONNECTIONS = 32;

/** Sends the requests alternately over persistent connections. Throws unless every response is a success. */
export async function load(
  target: Target,
  requests: autocannon.Request[],
  seconds: number,
  connections = CONNECTIONS,
): Promise<LoadResult> {
  const result = await autocannon({
    ...{ url: `http://127.0.0.1:${target.port}`, connections, duration: seconds },
    ...{ headers: headersOf(target), requests },
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(
      `${failed} requests to port ${target.port} failed: ${JSON.stringify(result.statusCodeStats)}`,
    );
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/**
 * Measures requests per second over a fixed number of requests. Unlike `load`, this also works for requests
 * that take many seconds.
 */
export async function perSecondOf(
  target: Target,
  request: autocannon.Request,
  { clients, amount }: { clients: number; amount: number },
): Promise<number> {
  const startedAt = performance.now();
  let lastAt = startedAt;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const settings: autocannon.Options = {
      ...{ url: `http://127.0.0.1:${target.port}`, connections: clients, amount, requests: [request] },
      headers: headersOf(target),
    };
    const running = autocannon(settings, (error: Error | null, done) =>
      error ? reject(error) : resolve(done),
    );
    // Records the time of the last response, because autocannon reports the duration only in whole seconds.
    running.on('response', () => (lastAt = performance.now()));
  });
  if (result['2xx'] !== amount) throw new Error(`requests failed: ${JSON.stringify(result.statusCodeStats)}`);
  return (amount * 1000) / (lastAt - startedAt);
}
