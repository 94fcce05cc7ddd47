import { type Attack, headersOf, neighbourVerdict, watch } from './attack';
import { ask, shownStatuses } from './probe';

const attributes = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 0]));
const bodyOf = (type: string) => JSON.stringify({ data: { type, attributes } });

/** Bodies of 100,000 members, of strangers and of a shop's own token. */
export const hostileBodies: Attack = async (target) => {
  const { ports, loud, short } = target;
  const quiet = await watch(target, 3);
  const meanwhile = watch(target, 5);
  const statuses = new Map<number, number>();
  const headers = { ...headersOf(loud), 'content-type': 'application/vnd.api+json' };
  for (let times = 0; times < (short ? 10 : 100); times += 1)
    for (const [port, type] of [
      [ports.auth, 'sessions'],
      [ports.shop, 'customers'],
    ] as const) {
      const status = await ask({ port, path: `/api/${type}`, method: 'POST', headers, body: bodyOf(type) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  const refused = [...statuses.keys()].every((status) => status === 413 || status === 422);
  const sent = 'bodies of 100,000 members';
  return [
    { sent, seen: shownStatuses(statuses), expected: '413 or 422', ok: refused },
    neighbourVerdict(target, 'the same', quiet, await meanwhile),
  ];
};
