import { simulateOptions } from './options';
import { bytesOf, citusProcessors, costs, workersFor } from './costs';
import { bySize, roundRobin, type Loads, shardsOf, skewOf } from './placement';
import { shopsOf } from './shops';
import { simulationReport } from '.';

const zipf = { kind: 'zipf', by: 0.9 } as const;
const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);

describe('shopsOf()', () => {
  it('returns the same shops for the same seed, and different shops for another seed', () => {
    const [one, again, other] = [1, 1, 2].map((seed) => shopsOf(1_000, zipf, seed));
    expect(one).toEqual(again);
    expect([...one!.hash.slice(0, 3)]).not.toEqual([...other!.hash.slice(0, 3)]);
  });

  it.each([zipf, { kind: 'lognormal', by: 2 } as const])(
    'returns relative shop sizes with a mean of 1 and a heavy-tailed distribution for $kind',
    (tail) => {
      const { size, requests } = shopsOf(10_000, tail, 1);
      expect([sum(size) / 10_000, sum(requests) / 10_000]).toEqual([expect.closeTo(1), expect.closeTo(1)]);
      const largest = [...size].sort((a, b) => b - a).slice(0, 100);
      expect(largest.reduce((all, each) => all + each, 0) / 10_000).toBeGreaterThan(0.2);
    },
  );

  it('distributes the shops over the whole hash range', () => {
    const { hash } = shopsOf(10_000, zipf, 1);
    const inEach = [0, 1, 2, 3].map((part) => hash.filter((each) => Math.floor(each * 4) === part).length);
    expect(Math.min(...inEach)).toBeGreaterThan(2_300);
  });
});

describe('shardsOf()', () => {
  const shops: Loads = {
    size: Float64Array.of(8, 1, 1, 1, 1),
    requests: Float64Array.of(2, 2, 2, 2, 2),
    hash: Float64Array.of(0, 0.1, 0.3, 0.6, 0.9),
  };

  it('assigns each shop to one shard by hash ranges', () => {
    expect(shardsOf(shops, 4).map(({ size, requests }) => [size, requests])).toEqual([
      [9, 4],
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });

  it('assigns a shop above the isolation threshold to its own shard', () => {
    expect(shardsOf(shops, 4, 5).map(({ size, isIsolated }) => [size, isIsolated])).toEqual([
      [1, false],
      [1, false],
      [1, false],
      [1, false],
      [8, true],
    ]);
  });

  it('returns shards that roundRobin() and bySize() distribute over the nodes with the expected skew', () => {
    const shards = shardsOf(shops, 4, 5);
    expect(skewOf(roundRobin(shards, 2), 'size')).toBe(10 / 6);
    expect(bySize(shards, 2).map((node) => node.map(({ size }) => size))).toEqual([[8], [1, 1, 1, 1]]);
    expect([skewOf(bySize(shards, 2), 'size'), skewOf(bySize(shards, 2), 'requests')]).toEqual([
      8 / 6,
      8 / 5,
    ]);
  });
});

describe('simulationReport()', () => {
  const options = (...words: string[]) => simulationReport(simulateOptions(['--shops', '2000', ...words]));

  it('returns the same report for the same seed', () => {
    expect(options('--seed', '7')).toBe(options('--seed', '7'));
    expect(options('--seed', '7')).not.toBe(options('--seed', '8'));
  });

  it('computes the size of the data from meta objects, their search index and the event log', () => {
    expect(bytesOf(1_000, 10, 200)).toBe(1_000 * (700 + 10 * 310) + 200 * 30 * 940);
    expect(options('--objects', '100', '--entries', '5')).toContain(
      '200 k meta objects, 1 M entries, 11.7 GB',
    );
  });

  it('computes processors from the costs of requests, and the number of worker nodes from data or requests', () => {
    const { workers } = citusProcessors(1_000);
    expect(workers).toBeCloseTo(1.5 * (0.69 * costs.citus.writes.workers + 0.31 * costs.citus.reads.workers));
    expect(workersFor(6e12, 1)).toBe(10);
    expect(workersFor(1, 10_000)).toBe(Math.ceil((workers * 10) / 2));
    expect(options()).toContain('On Citus, with reads from the nodes:');
  });

  it('recommends isolating large shops, and recommends larger nodes for a huge shop', () => {
    expect(options('--tail', 'lognormal:0.1', '--nodes', '2')).toContain('No shop needs its own shard');
    expect(options('--tail', 'zipf:0.9', '--nodes', '8')).toMatch(
      /Run isolate-shop for shops from [\d.]+ [MG]B on/,
    );
    expect(options('--tail', 'zipf:2', '--nodes', '8')).toContain('The largest shop alone');
  });
});

describe('simulateOptions()', () => {
  it('parses --name value pairs and applies defaults', () => {
    expect(simulateOptions(['--shops', '1000', '--tail', 'lognormal:1.5'])).toMatchObject({
      shops: 1_000,
      nodes: 4,
      tail: { kind: 'lognormal', by: 1.5 },
    });
  });

  it.each([['--shops', '0'], ['--shops'], ['--tail', 'flat'], ['--colour', '1'], ['--nodes', '64']])(
    'throws the usage for the invalid option %s %s',
    (...words) => {
      expect(() => simulateOptions(words)).toThrow('npm run simulate');
    },
  );
});
