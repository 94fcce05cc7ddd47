import { AUTH_CACHE_TTL_MS, TtlCache } from './ttl-cache';

/** Time passes when the test says so. */
class Clock {
  private ms = 1_000_000;
  now(): number {
    return this.ms;
  }
  pass(ms: number): void {
    this.ms += ms;
  }
}

/** A source whose readings end when the test says so. */
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

describe('what is cached', () => {
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

  it('is read once for all who ask at once', async () => {
    const asked = [ask(), ask(), ask()];
    source.answer(1);
    expect(await Promise.all(asked)).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
    expect(source.readings).toBe(1);
  });

  it('is counted as a hit, and as a miss where it is read', async () => {
    await learn(1);
    await ask();
    clock.pass(AUTH_CACHE_TTL_MS + 1);
    await learn(2);
    expect(cache.counts).toEqual({ hits: 1, misses: 2 });
  });

  it('is kept apart by key', async () => {
    const asked = [ask('a'), ask('b')];
    source.answer(1);
    source.answer(2);
    expect(await Promise.all(asked)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('needs no waiting while it holds', async () => {
    await learn(1);
    expect(cache.get('a', source.read)).toEqual({ n: 1 });
    clock.pass(AUTH_CACHE_TTL_MS);
    expect(cache.get('a', source.read)).toEqual({ n: 1 });
    expect(source.readings).toBe(1);
  });

  it('ends within a second, also when nobody announces a change', async () => {
    expect(AUTH_CACHE_TTL_MS).toBeLessThan(1_000);
    await learn(1);
    clock.pass(AUTH_CACHE_TTL_MS + 1);
    await learn(2);
    expect(source.readings).toBe(2);
  });

  it('is not prolonged by being asked for', async () => {
    await learn(1);
    for (let asked = 0; asked < 3; asked += 1) {
      clock.pass(AUTH_CACHE_TTL_MS / 3);
      expect(await ask()).toEqual({ n: 1 });
    }
    clock.pass(1);
    await learn(2);
  });

  it('is as old as the beginning of its reading, however long that took', async () => {
    const asked = ask();
    clock.pass(AUTH_CACHE_TTL_MS - 100);
    source.answer(1);
    expect(await asked).toEqual({ n: 1 });
    clock.pass(101);
    await learn(2);
    expect(source.readings).toBe(2);
  });

  it('never rests on a reading that began longer ago than that', async () => {
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

  it('is forgotten where it fits the change, and only there', async () => {
    await learn(1, 'a');
    await learn(2, 'b');
    cache.forget(({ n }) => n === 1);
    expect(await ask('b')).toEqual({ n: 2 });
    await learn(3, 'a');
    cache.forget((_, key) => key === 'b');
    expect(await ask('a')).toEqual({ n: 3 });
    await learn(4, 'b');
  });

  it('is not kept where a change is announced during its reading', async () => {
    const before = ask();
    cache.forget(() => false);
    const after = ask();
    expect(source.readings).toBe(2);
    source.answer(1);
    expect(await before).toEqual({ n: 1 });
    // The answer from before the change has come; whoever asks now still waits for the one from after it.
    const later = ask();
    expect(source.readings).toBe(2);
    source.answer(2);
    expect(await Promise.all([after, later])).toEqual([{ n: 2 }, { n: 2 }]);
    expect(await ask()).toEqual({ n: 2 });
  });

  it('is never an error: each who asked gets it, and the next one reads anew', async () => {
    const asked = [ask(), ask()];
    source.fail('away');
    for (const one of asked) await expect(one).rejects.toThrow('away');
    await learn(1);
    expect(source.readings).toBe(2);
  });

  it('is bounded: what was not asked for the longest makes room', async () => {
    cache = new TtlCache(2, clock);
    await learn(1, 'a');
    await learn(2, 'b');
    await ask('a');
    await learn(3, 'c');
    expect(await ask('a')).toEqual({ n: 1 });
    await learn(4, 'b');
  });

  it('is bounded by what its values hold together, where that is said', async () => {
    cache = new TtlCache(10, clock, ({ n }) => n);
    await learn(6, 'a');
    await learn(4, 'b');
    expect(await ask('a')).toEqual({ n: 6 });
    await learn(1, 'c');
    expect(await ask('a')).toEqual({ n: 6 });
    await learn(2, 'b');
  });

  it('is read anew for who wants it as it is now, and then known to all', async () => {
    await learn(1);
    const renewed = cache.renew('a', source.read);
    expect(source.readings).toBe(2);
    source.answer(2);
    expect(await renewed).toEqual({ n: 2 });
    expect(await ask()).toEqual({ n: 2 });
  });
});
