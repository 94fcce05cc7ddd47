import { AUTH_CACHE_TTL_MS, TtlCache } from './ttl-cache';

/** A clock that the test advances. */
class Clock {
  private ms = 1_000_000;
  now(): number {
    return this.ms;
  }
  pass(ms: number): void {
    this.ms += ms;
  }
}

/** A source whose loads end when the test says so. */
class Source {
  readings = 0;
  private readonly waiting: { resolve: (value: Answer) => void; reject: (error: Error) => void }[] = [];
  readonly read = (): Promise<Answer> => {
    this.readings += 1;
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  };
  answer(n: number): void {
    this.waiting.shift()!.resolve({ n });
  }
  fail(message: string): void {
    this.waiting.shift()!.reject(new Error(message));
  }
}
interface Answer {
  n: number;
}

describe('TtlCache', () => {
  let clock: Clock;
  let source: Source;
  let cache: TtlCache<string, Answer>;
  const ask = (key = 'a') => Promise.resolve(cache.get(key, source.read));

  beforeEach(() => {
    clock = new Clock();
    source = new Source();
    cache = new TtlCache(100, clock);
  });

  async function learn(n: number, key = 'a'): Promise<void> {
    const asked = ask(key);
    source.answer(n);
    expect(await asked).toEqual({ n });
  }

  it('shares one load among concurrent callers', async () => {
    const asked = [ask(), ask(), ask()];
    source.answer(1);
    expect(await Promise.all(asked)).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
    expect(source.readings).toBe(1);
  });

  it('counts hits and misses', async () => {
    await learn(1);
    await ask();
    clock.pass(AUTH_CACHE_TTL_MS + 1);
    await learn(2);
    expect(cache.counts).toEqual({ hits: 1, misses: 2 });
  });

  it('caches the values of different keys separately', async () => {
    const asked = [ask('a'), ask('b')];
    source.answer(1);
    source.answer(2);
    expect(await Promise.all(asked)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('returns a cached value synchronously', async () => {
    await learn(1);
    expect(cache.get('a', source.read)).toEqual({ n: 1 });
    clock.pass(AUTH_CACHE_TTL_MS);
    expect(cache.get('a', source.read)).toEqual({ n: 1 });
    expect(source.readings).toBe(1);
  });

  it('expires a value within a second if no change is announced', async () => {
    expect(AUTH_CACHE_TTL_MS).toBeLessThan(1_000);
    await learn(1);
    clock.pass(AUTH_CACHE_TTL_MS + 1);
    await learn(2);
    expect(source.readings).toBe(2);
  });

  it('does not extend the lifetime of a value when the value is read', async () => {
    await learn(1);
    for (let asked = 0; asked < 3; asked += 1) {
      clock.pass(AUTH_CACHE_TTL_MS / 3);
      expect(await ask()).toEqual({ n: 1 });
    }
    clock.pass(1);
    await learn(2);
  });

  it('measures the age of a value from the start of the load', async () => {
    const asked = ask();
    clock.pass(AUTH_CACHE_TTL_MS - 100);
    source.answer(1);
    expect(await asked).toEqual({ n: 1 });
    clock.pass(101);
    await learn(2);
    expect(source.readings).toBe(2);
  });

  it('starts a new load if the pending load is older than the maximum age', async () => {
    const first = ask();
    clock.pass(AUTH_CACHE_TTL_MS + 1);
    const second = ask();
    expect(source.readings).toBe(2);
    source.answer(1);
    expect(await first).toEqual({ n: 1 });
    source.answer(2);
    expect(await second).toEqual({ n: 2 });
    expect(await ask()).toEqual({ n: 2 });
  });

  it('forget() drops only the values that the given function selects', async () => {
    await learn(1, 'a');
    await learn(2, 'b');
    cache.forget(({ n }) => n === 1);
    expect(await ask('b')).toEqual({ n: 2 });
    await learn(3, 'a');
    cache.forget((_, key) => key === 'b');
    expect(await ask('a')).toEqual({ n: 3 });
    await learn(4, 'b');
  });

  it('does not cache a value if forget() is called while the value is loading', async () => {
    const before = ask();
    cache.forget(() => false);
    const after = ask();
    expect(source.readings).toBe(2);
    source.answer(1);
    expect(await before).toEqual({ n: 1 });
    // The load from before the change has ended. A new caller still waits for the load that started after the
    // change.
    const later = ask();
    expect(source.readings).toBe(2);
    source.answer(2);
    expect(await Promise.all([after, later])).toEqual([{ n: 2 }, { n: 2 }]);
    expect(await ask()).toEqual({ n: 2 });
  });

  it('reports the error of a failed load to all callers, and starts a new load for the next caller', async () => {
    const asked = [ask(), ask()];
    source.fail('away');
    for (const one of asked) await expect(one).rejects.toThrow('away');
    await learn(1);
    expect(source.readings).toBe(2);
  });

  it('evicts the least recently used value when the cache is full', async () => {
    cache = new TtlCache(2, clock);
    await learn(1, 'a');
    await learn(2, 'b');
    await ask('a');
    await learn(3, 'c');
    expect(await ask('a')).toEqual({ n: 1 });
    await learn(4, 'b');
  });

  it('limits the total size of the cached values if `sizeOf` is passed', async () => {
    cache = new TtlCache(10, clock, ({ n }) => n);
    await learn(6, 'a');
    await learn(4, 'b');
    expect(await ask('a')).toEqual({ n: 6 });
    await learn(1, 'c');
    expect(await ask('a')).toEqual({ n: 6 });
    await learn(2, 'b');
  });

  it('renew() loads a cached value again, and get() then returns the new value', async () => {
    await learn(1);
    const renewed = cache.renew('a', source.read);
    expect(source.readings).toBe(2);
    source.answer(2);
    expect(await renewed).toEqual({ n: 2 });
    expect(await ask()).toEqual({ n: 2 });
  });
});
