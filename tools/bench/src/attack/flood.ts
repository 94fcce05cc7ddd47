import autocannon from 'autocannon';

export interface Flood {
  port: number;
  host: string;
  token: string;
  path: string;
  connections: number;
  seconds: number;
  /** A second; absent: each connection asks again at once. */
  rate?: number;
}

export interface Flooded {
  /** Answered with success, a second. */
  goodput: number;
  /** Of those, in ms. */
  p99: number;
  statuses: Record<string, number>;
  errors: number;
}

/** Asks as fast as it is told, in a process of its own, and tells over the channel what came of it. */
export function runFlood(): void {
  process.on('disconnect', () => process.exit(0));
  process.once('message', (message) => void flood(message as Flood).then((done) => process.send!(done)));
}

async function flood({ port, host, token, path, connections, seconds, rate }: Flood): Promise<Flooded> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${port}${path}`,
    connections,
    duration: seconds,
    timeout: 30,
    headers: { host, authorization: `Bearer ${token}` },
    ...(rate ? { overallRate: rate, ignoreCoordinatedOmission: true } : {}),
  };
  const { errors, duration } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, result) =>
      error ? reject(error as Error) : resolve(result),
    );
    running.on('response', (_client, status, _bytes, ms) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status < 300) times.push(ms);
    });
  });
  times.sort((one, other) => one - other);
  return {
    goodput: times.length / duration,
    p99: times[Math.floor(times.length * 0.99)] ?? Infinity,
    statuses,
    errors,
  };
}
