import autocannon from 'autocannon';
import { Pool } from 'undici';
import { percentile99 } from './lateness';

export interface Flood {
  port: number;
  host: string;
  token: string;
  path: string;
  /** A write; absent: a read. */
  body?: string;
  connections: number;
  seconds: number;
  /** A second; absent: each connection asks again at once. */
  rate?: number;
  /** The rate is spread over the second, and nothing waits for an answer; otherwise each connection asks for its part as soon as the second begins. */
  evenly?: boolean;
  /** What is answered before so many seconds are over does not count. */
  settling?: number;
}

export interface Flooded {
  /** Answered with success, a second. */
  goodput: number;
  /** Of those, in ms. */
  p99: number;
  statuses: Record<string, number>;
  errors: number;
}

/** Asks as fast as it is told, in a process of its own, and tells over the channel when it begins to count, when it ends, and what came of it. */
export function runFlood(): void {
  process.on('disconnect', () => process.exit(0));
  process.once('message', (message) => {
    const what = message as Flood;
    void (what.evenly ? evenFlood(what) : flood(what)).then((done) => process.send!(done));
  });
}

async function evenFlood({
  port,
  host,
  token,
  path,
  connections,
  seconds,
  rate = 0,
}: Flood): Promise<Flooded> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
  const headers = { host, authorization: `Bearer ${token}` };
  const [times, statuses]: [number[], Record<string, number>] = [[], {}];
  const asked: Promise<void>[] = [];
  const ask = async (started: number) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    await body.dump();
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    if (statusCode < 300) times.push(performance.now() - started);
  };
  const start = performance.now();
  for (let gone = 0; gone < seconds; gone = (performance.now() - start) / 1_000) {
    while (asked.length < rate * gone) asked.push(ask(performance.now()));
    await new Promise((done) => setTimeout(done, 1));
  }
  const ended = await Promise.allSettled(asked);
  await pool.close();
  const errors = ended.filter(({ status }) => status === 'rejected').length;
  return { goodput: times.length / seconds, p99: percentile99(times), statuses, errors };
}

async function flood({ settling = 0, seconds, ...what }: Flood): Promise<Flooded> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  let counts = false;
  setTimeout(() => {
    counts = true;
    process.send!('counts');
  }, settling * 1_000);
  // Before its connections end, which costs the service too.
  setTimeout(() => process.send!('ends'), (settling + seconds) * 1_000 - 50);
  const { errors, duration } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(optionsOf(what, settling + seconds), (error, result) =>
      error ? reject(error as Error) : resolve(result),
    );
    running.on('response', (_client, status, _bytes, ms) => {
      if (!counts) return;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status < 300) times.push(ms);
    });
  });
  const goodput = times.length / (duration - settling);
  return { goodput, p99: times.length ? percentile99(times) : Infinity, statuses, errors };
}

function optionsOf(
  { port, host, token, path, body, connections, rate }: Omit<Flood, 'seconds'>,
  duration: number,
): autocannon.Options {
  return {
    url: `http://127.0.0.1:${port}${path}`,
    connections,
    duration,
    timeout: 30,
    ...(body !== undefined && { method: 'POST', body }),
    headers: {
      host,
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/vnd.api+json' }),
    },
    ...(rate ? { overallRate: rate, ignoreCoordinatedOmission: true } : {}),
  };
}
