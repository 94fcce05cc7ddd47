import { type Attack, headersOf, neighbourVerdict, told, type Verdict, watch, watchQuiet } from './attack';
import { type Asked, ask, shownStatuses } from './probe';

/** ms of CPU that a request may cost: before it is known who sends it, and after (docs/adr/admission.md). */
const bars = { unknown: 20, known: 50 };

export interface HostileBodies extends Omit<Asked, 'body' | 'method'> {
  type: string;
  times: number;
}

/** Bodies of 100,000 members, of strangers and of a shop's own token. */
export const hostileBodies: Attack = async (target) => {
  const { ports, loud, short, stage } = target;
  const headers = headersOf(loud);
  const times = short ? 10 : 100;
  const ofStranger = { port: ports.auth, path: '/api/sessions', type: 'sessions', headers, times };
  const ofToken = { port: ports.shop, path: '/api/customers', type: 'customers', headers, times };
  const send = (bodies: HostileBodies) =>
    new Promise<[number, number][]>((done) => {
      const child = told<[number, number][]>(target, '--hostile-bodies', bodies, (statuses) => {
        child.once('exit', () => done(statuses));
        child.disconnect();
      });
    });
  const verdict = async (who: string, bodies: HostileBodies, bar: number): Promise<Verdict> => {
    const before = stage.cpuOf(bodies.port) ?? performance.now();
    const statuses = await send(bodies);
    const each = ((stage.cpuOf(bodies.port) ?? performance.now()) - before) / times;
    const refused = statuses.every(([status]) => status === 413 || status === 422);
    return {
      sent: `bodies of 100,000 members of ${who}`,
      seen: `${shownStatuses(statuses)}; ${each.toFixed(1)} ms of CPU each`,
      expected: short ? '413 or 422' : `413 or 422, ≤ ${bar} ms of CPU`,
      ok: refused && (short || each <= bar),
    };
  };
  const verdicts = [
    await verdict('strangers', ofStranger, bars.unknown),
    await verdict('a token', ofToken, bars.known),
  ];
  const quiet = await watchQuiet(target, 5);
  const meanwhile = watch(target, 5);
  await Promise.all([send(ofStranger), send(ofToken)]);
  return [...verdicts, neighbourVerdict(target, 'both', quiet, await meanwhile)];
};

/** Sends such bodies one after the other, in a process of its own, and tells over the channel the statuses. */
export function runHostileBodies(): void {
  process.on('disconnect', () => process.exit(0));
  process.once('message', (message) => void sendBodies(message as HostileBodies));
}

async function sendBodies({ type, times, headers, ...asked }: HostileBodies): Promise<void> {
  const attributes = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, at) => [`k${at.toString(36)}`, 0]),
  );
  const body = JSON.stringify({ data: { type, attributes } });
  const statuses = new Map<number, number>();
  for (let time = 0; time < times; time += 1) {
    const status = await ask({
      ...asked,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/vnd.api+json' },
      body,
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  process.send!([...statuses]);
}
