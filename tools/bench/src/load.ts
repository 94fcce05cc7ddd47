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
): Promise<Measured> {
  const result = await autocannon({
    url: `http://127.0.0.1:${target.port}`,
    connections,
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

function headersOf({ host, token }: Target): Record<string, string> {
  return { host, ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

/** The middle one. */
export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
