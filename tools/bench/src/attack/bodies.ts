import { cpuBars } from '../hostile-bodies';
import { headersOf, type HttpRequest, statusOf, targetOf } from '../http';
import { countByName, formatCounts } from '../numbers';
import {
  type Attack,
  measureNeighbour,
  measureQuietNeighbour,
  neighbourVerdict,
  startAttacker,
  stopAttacker,
  type Verdict,
} from './attack';

interface HostileBodies extends Pick<HttpRequest, 'port' | 'path'> {
  headers: Record<string, string>;
  type: string;
  times: number;
}

/** Sends bodies with 100,000 members, first without a credential and then with a token of a shop. */
export const hostileBodies: Attack = async (context) => {
  const { ports, loud, short, stage } = context;
  const headers = headersOf(targetOf(loud, ports.shop));
  const times = short ? 10 : 100;
  const fromStranger = { port: ports.auth, path: '/api/sessions', type: 'sessions', headers, times };
  const withToken = { port: ports.shop, path: '/api/customers', type: 'customers', headers, times };
  const send = (bodies: HostileBodies) =>
    new Promise<[string, number][]>((done) => {
      const child = startAttacker<[string, number][]>(context, '--hostile-bodies', bodies, (statuses) => {
        void stopAttacker(child).then(() => done(statuses));
      });
    });
  const verdict = async (sender: string, bodies: HostileBodies, bar: number): Promise<Verdict> => {
    const cpu = () => stage.cpuOf(bodies.port) ?? performance.now();
    const before = cpu();
    const statuses = await send(bodies);
    const each = (cpu() - before) / times;
    const isRefused = statuses.every(([status]) => status === '413' || status === '422');
    return {
      sent: `bodies of 100,000 members of ${sender}`,
      seen: `${formatCounts(statuses)}; ${each.toFixed(1)} ms of CPU each`,
      expected: short ? '413 or 422' : `413 or 422, ≤ ${bar} ms of CPU`,
      ok: isRefused && (short || each <= bar),
    };
  };
  const verdicts = [
    await verdict('strangers', fromStranger, cpuBars.unknown),
    await verdict('a token', withToken, cpuBars.known),
  ];
  const quiet = await measureQuietNeighbour(context, 5);
  const loaded = measureNeighbour(context, 5);
  await Promise.all([send(fromStranger), send(withToken)]);
  return [...verdicts, neighbourVerdict(context, 'both', quiet, await loaded)];
};

/**
 * Sends the hostile request bodies one after another in a separate process and reports the response statuses.
 */
export function runHostileBodies(): void {
  process.on('disconnect', () => process.exit(0));
  process.once('message', (message) => void sendBodies(message as HostileBodies));
}

async function sendBodies({ type, times, headers, ...sent }: HostileBodies): Promise<void> {
  const attributes = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, at) => [`k${at.toString(36)}`, 0]),
  );
  const body = JSON.stringify({ data: { type, attributes } });
  const all = { ...headers, 'content-type': 'application/vnd.api+json' };
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1)
    statuses.push(await statusOf({ ...sent, method: 'POST', headers: all, body }));
  process.send!([...countByName(statuses)]);
}
