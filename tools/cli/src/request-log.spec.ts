import { followedRequests, type LoggedRequest } from './request-log';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const request = (id: string, seconds: number) =>
  ({ id, attributes: { requested_at: at(seconds) } }) as LoggedRequest;

it('followedRequests() yields each logged request once, even a request that the API logged late', async () => {
  const log = [request('a', 1), request('b', 2)];
  const asked: string[] = [];
  const send = ({ path }: { path: string }) => {
    asked.push(path);
    const data = log.toSorted((one, other) =>
      one.attributes.requested_at < other.attributes.requested_at ? 1 : -1,
    );
    return Promise.resolve({ document: { data, links: { next: null } } });
  };
  const end = new AbortController();
  const coming = [[request('d', 30)], [request('c', 25), request('e', 40)], []];
  const pause = () => {
    const next = coming.shift();
    if (next) log.push(...next);
    else end.abort();
    return Promise.resolve();
  };
  const shown: string[] = [];
  const wanted = { path: '/api/apps/1/requests', filters: { status: '4xx' } };
  const terminal = { pause, signal: end.signal };
  for await (const { id } of followedRequests({ authUrl: '', send } as never, wanted, terminal))
    shown.push(id);
  expect(shown).toEqual(['a', 'b', 'd', 'c', 'e']);
  const since = (seconds: number) => `&filter[since]=${encodeURIComponent(at(seconds))}`;
  expect(asked).toEqual(
    ['', since(2 - 15), since(30 - 15), since(40 - 15)].map(
      (from) => `/api/apps/1/requests?filter[status]=4xx${from}&page[size]=100`,
    ),
  );
});
