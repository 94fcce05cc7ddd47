import type { Context } from './context';
import { type Place, PoolShares } from './pool-shares';

const contextOf = (shop_id: string, client = 'token'): Context => ({ shop_id, client });

describe('PoolShares', () => {
  let now = 0;
  let waits: number[];
  let shares: PoolShares;
  beforeEach(() => {
    jest.clearAllTimers();
    [now, waits] = [0, []];
    shares = poolOf(10);
  });

  const poolOf = (size: number, maxWaitMs?: number) =>
    new PoolShares({
      size: () => size,
      now: () => now,
      waited: (ms) => waits.push(ms),
      ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
    });

  /** Takes all places that the context gets without waiting. `next` is the first request that waits. */
  function takeAll(context: Context): { places: Place[]; next: Promise<Place> } {
    const places: Place[] = [];
    for (;;) {
      const entered = shares.enter(context);
      if (entered instanceof Promise) return { places, next: entered };
      places.push(entered);
    }
  }

  /** Fake timers, because the timeouts of pending requests would keep the process alive. */
  beforeAll(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
  afterAll(() => jest.useRealTimers());

  it('lets the only active shop use all connections but one, which is reserved for a second shop', () => {
    expect(takeAll(contextOf('a')).places).toHaveLength(9);
    expect(shares.enter(contextOf('b'))).not.toBeInstanceOf(Promise);
    expect(shares.waiting).toBe(1);
  });

  it('lets the only active shop use all connections of a small pool', () => {
    shares = poolOf(3);
    expect(takeAll(contextOf('a')).places).toHaveLength(3);
  });

  it('limits a shop to half of the connections while a second shop is active, however many credentials', () => {
    shares.leave(shares.enter(contextOf('a')) as Place);
    shares.leave(shares.enter(contextOf('b')) as Place);
    shares.leave(shares.enter(contextOf('a', 'other token')) as Place);
    expect(takeAll(contextOf('a')).places).toHaveLength(5);
    expect(takeAll(contextOf('b')).places.length).toBeGreaterThanOrEqual(2);
    expect(takeAll(contextOf('c')).places.length).toBeGreaterThanOrEqual(1);
  });

  it('limits a credential to half of the connections of its shop while a second credential is active', () => {
    const first = shares.enter(contextOf('a')) as Place;
    const other = shares.enter(contextOf('a', 'other token')) as Place;
    expect(takeAll(contextOf('a')).places).toHaveLength(4);
    expect(takeAll(contextOf('a', 'other token')).places).toHaveLength(3);
    for (const place of [first, other]) shares.leave(place);
  });

  it('serves a shop without a connection before a shop that waited longer', async () => {
    shares = poolOf(2);
    const { places, next } = takeAll(contextOf('a'));
    const served: string[] = [];
    void next.then(() => served.push('a'));
    const ofOther = shares.enter(contextOf('b')) as Promise<Place>;
    void ofOther.then(() => served.push('b'));
    now = 7;
    shares.leave(places[0]!);
    await ofOther;
    expect(served).toEqual(['b']);
    shares.leave(places[1]!);
    await next;
    expect(served).toEqual(['b', 'a']);
    expect(waits).toEqual([7, 7]);
  });

  it('lets a shop use all connections again one second after the last request of a second shop', () => {
    shares.leave(shares.enter(contextOf('b')) as Place);
    shares.leave(shares.enter(contextOf('a')) as Place);
    now = 1_000;
    expect(takeAll(contextOf('a')).places).toHaveLength(9);
  });

  it('rejects with pool_exhausted if no connection becomes available in time', async () => {
    shares = poolOf(1, 1);
    const place = shares.enter(contextOf('a')) as Place;
    const waiting = expect(shares.enter(contextOf('a'))).rejects.toMatchObject({
      problem: 'pool_exhausted',
    });
    jest.runAllTimers();
    await waiting;
    shares.leave(place);
    expect(shares.waiting).toBe(0);
    expect(shares.enter(contextOf('a'))).not.toBeInstanceOf(Promise);
  });

  it('lets internal work of the service use the whole pool, without a limit per shop', () => {
    expect(takeAll({}).places).toHaveLength(10);
  });
});
