import { Agent, request } from 'node:http';
import { lateness, percentile99 } from './lateness';

export interface Asked {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** An address of this machine to come from. */
  from?: string;
}

/** The status; 0 where there was no answer. */
export function ask(
  { port, path, method = 'GET', headers = {}, body, from }: Asked,
  agent?: Agent,
): Promise<number> {
  const target = { host: '127.0.0.1', port, path, method, headers, ...(from ? { localAddress: from } : {}) };
  return new Promise((done) => {
    const sent = request({ ...target, agent: agent ?? false }, (response) => {
      response.resume();
      response.once('end', () => done(response.statusCode!));
    });
    sent.once('error', () => done(0));
    sent.end(body);
  });
}

export interface Probed {
  p99: number;
  /** ms by which this program itself was late, of which the times have as much again. */
  late: number;
  statuses: Map<number, number>;
}

/** Sends a request every `everyMs` milliseconds over a few connections, without waiting for responses. */
export async function probe(asked: Asked, ms: number, everyMs = 10): Promise<Probed> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const asking: Promise<void>[] = [];
  const late = lateness();
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const started = performance.now();
    asking.push(
      ask(asked, agent).then((status) => {
        times.push(performance.now() - started);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
    await new Promise((done) => setTimeout(done, everyMs));
  }
  await Promise.all(asking);
  agent.destroy();
  late.stop();
  return { p99: percentile99(times), late: percentile99(late.taken()), statuses };
}

/** `200 × 400, 503 × 2` */
export function shownStatuses(statuses: Iterable<readonly [number | string, number]>): string {
  return [...statuses].map(([status, count]) => `${status} × ${count}`).join(', ');
}
