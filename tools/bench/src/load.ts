import autocannon from 'autocannon';

export interface Target {
  port: number;
  host: string;
  token?: string;
}

export interface Measured {
  /** That were answered. */
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** Requests at once: enough to keep both processors busy. */
export const connections = 32;

/** Sends the requests in turn over kept connections for so many seconds. Throws where one of them was not answered with success. */
export async function load(
  target: Target,
  requests: autocannon.Request[],
  seconds: number,
  atOnce = connections,
): Promise<Measured> {
  const result = await autocannon({
    url: `http://127.0.0.1:${target.port}`,
    connections: atOnce,
    duration: seconds,
    headers: headersOf(target),
    requests,
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

/** So many requests until the last one is answered: an atomic one takes long enough to be still under way when a time is over. */
export async function perSecondOf(
  target: Target,
  request: autocannon.Request,
  { clients, amount }: { clients: number; amount: number },
): Promise<number> {
  const started = performance.now();
  let last = started;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const settings: autocannon.Options = {
      ...{ url: `http://127.0.0.1:${target.port}`, connections: clients, amount, requests: [request] },
      headers: headersOf(target),
    };
    const running = autocannon(settings, (error: Error | null, done) =>
      error ? reject(error) : resolve(done),
    );
    // It looks at its own clock once a second.
    running.on('response', () => (last = performance.now()));
  });
  if (result['2xx'] !== amount) throw new Error(`requests failed: ${JSON.stringify(result.statusCodeStats)}`);
  return (amount * 1000) / (last - started);
}

function headersOf({ host, token }: Target): Record<string, string> {
  return { host, ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

/** The middle one. */
export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
