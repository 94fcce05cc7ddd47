import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Pool } from 'undici';
import { headersOf, type Target } from '../http';
import { countByName, percentile } from '../numbers';

export interface Flood extends Target {
  path: string;
  body?: string;
  connections: number;
  seconds: number;
  /**
   * Requests per second. If omitted, each connection sends its next request immediately after a response.
   */
  rate?: number;
  /**
   * If true, sends requests at an even rate without waiting for responses (open loop). Otherwise each
   * connection sends its share of the requests at the start of each second.
   */
  isOpenLoop?: boolean;
  /** Duration of the warm-up in seconds. Responses during the warm-up are not counted. */
  warmUpSeconds?: number;
}

export interface FloodResult {
  goodput: number;
  /** 99th percentile of the latency of successful responses, in milliseconds. */
  p99: number;
  statuses: Map<string, number>;
  errors: number;
}

/**
 * Floods a service with requests from a separate process. Sends the parent process `counts` after the
 * warm-up, `ends` just before the end, and then the result.
 */
export function runFlood(): void {
  process.on('disconnect', () => process.exit(0));
  process.once('message', (message) => {
    const sent = message as Flood;
    void (sent.isOpenLoop ? openLoop(sent) : closedLoop(sent)).then((result) => process.send!(result));
  });
}

async function openLoop({
  port,
  path,
  connections,
  seconds,
  rate = 0,
  ...sender
}: Flood): Promise<FloodResult> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
  const headers = headersOf(sender);
  const [times, statuses, responses]: [number[], number[], Promise<void>[]] = [[], [], []];
  const request = async (startedAt: number) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    await body.dump();
    statuses.push(statusCode);
    if (statusCode < 300) times.push(performance.now() - startedAt);
  };
  const start = performance.now();
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - start) / 1_000) {
    while (responses.length < rate * elapsed) responses.push(request(performance.now()));
    await pause(1);
  }
  const settled = await Promise.allSettled(responses);
  await pool.close();
  const errors = settled.filter(({ status }) => status === 'rejected').length;
  return {
    goodput: times.length / seconds,
    p99: percentile(times, 99),
    statuses: countByName(statuses),
    errors,
  };
}

async function closedLoop({ warmUpSeconds = 0, seconds, ...sent }: Flood): Promise<FloodResult> {
  const [times, statuses]: [number[], number[]] = [[], []];
  let isCounting = false;
  setTimeout(() => {
    isCounting = true;
    process.send!('counts');
  }, warmUpSeconds * 1_000);
  // Reports the end before closing the connections, because closing them costs the service CPU time.
  setTimeout(() => process.send!('ends'), (warmUpSeconds + seconds) * 1_000 - 50);
  const { errors, duration } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(optionsOf(sent, warmUpSeconds + seconds), (error, result) =>
      error ? reject(error as Error) : resolve(result),
    );
    running.on('response', (_client, status, _bytes, ms) => {
      if (!isCounting) return;
      statuses.push(status);
      if (status < 300) times.push(ms);
    });
  });
  return {
    goodput: times.length / (duration - warmUpSeconds),
    p99: times.length ? percentile(times, 99) : Infinity,
    statuses: countByName(statuses),
    errors,
  };
}

function optionsOf(
  { port, path, body, connections, rate, ...sender }: Omit<Flood, 'seconds'>,
  duration: number,
): autocannon.Options {
  return {
    ...{ url: `http://127.0.0.1:${port}${path}`, connections, duration, timeout: 30 },
    ...(body !== undefined && { method: 'POST', body }),
    headers: {
      ...headersOf(sender),
      ...(body !== undefined && { 'content-type': 'application/vnd.api+json' }),
    },
    ...(rate ? { overallRate: rate, ignoreCoordinatedOmission: true } : {}),
  };
}
