import { simulateOptions } from './options';
import { bytesOf } from './costs';
import { bySize, inTurn, type Loads, shardsOf, skewOf } from './placement';
import { shopsOf } from './shops';
import { simulated } from '.';

const zipf = { kind: 'zipf', by: 0.9 } as const;
const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);

describe('simulated shops', () => {
  it('are the same for the same seed, and others for another one', () => {
    const [one, again, other] = [1, 1, 2].map((seed) => shopsOf(1_000, zipf, seed));
    expect(one).toEqual(again);
    expect([...one!.hash.slice(0, 3)]).not.toEqual([...other!.hash.slice(0, 3)]);
  });

  it.each([zipf, { kind: 'lognormal', by: 2 } as const])(
    'of $kind have a mean of 1 and a heavy tail',
    (tail) => {
      const { size, requests } = shopsOf(10_000, tail, 1);
      expect([sum(size) / 10_000, sum(requests) / 10_000]).toEqual([expect.closeTo(1), expect.closeTo(1)]);
      const largest = [...size].sort((a, b) => b - a).slice(0, 100);
      expect(largest.reduce((all, each) => all + each, 0) / 10_000).toBeGreaterThan(0.2);
    },
  );

  it('spread over all of the hash', () => {
    const { hash } = shopsOf(10_000, zipf, 1);
    const inEach = [0, 1, 2, 3].map((part) => hash.filter((each) => Math.floor(each * 4) === part).length);
    expect(Math.min(...inEach)).toBeGreaterThan(2_300);
  });
});

describe('their shards', () => {
  const shops: Loads = {
    size: Float64Array.of(8, 1, 1, 1, 1),
    requests: Float64Array.of(2, 2, 2, 2, 2),
    hash: Float64Array.of(0, 0.1, 0.3, 0.6, 0.9),
  };

  it('are ranges of the hash, and hold whole shops', () => {
    expect(shardsOf(shops, 4).map(({ size, requests }) => [size, requests])).toEqual([[9, 4], [1, 2], [1, 2], [1, 2]]); // oxfmt-ignore
  });

  it('of an isolated shop hold nothing else', () => {
    expect(shardsOf(shops, 4, 5).map(({ size, isAlone }) => [size, isAlone])).toEqual([[1, false], [1, false], [1, false], [1, false], [8, true]]); // oxfmt-ignore
  });

  it('go to nodes in turn, or each to the one that has least; the skew is that of the fullest', () => {
    const shards = shardsOf(shops, 4, 5);
    expect(skewOf(inTurn(shards, 2), 'size')).toBe(10 / 6);
    expect(bySize(shards, 2).map((node) => node.map(({ size }) => size))).toEqual([[8], [1, 1, 1, 1]]);
    expect([skewOf(bySize(shards, 2), 'size'), skewOf(bySize(shards, 2), 'requests')]).toEqual([
      8 / 6,
      8 / 5,
    ]);
  });
});

describe('what is printed', () => {
  const options = (...words: string[]) => simulated(simulateOptions(['--shops', '2000', ...words]));

  it('is the same for the same seed', () => {
    expect(options('--seed', '7')).toBe(options('--seed', '7'));
    expect(options('--seed', '7')).not.toBe(options('--seed', '8'));
  });

  it('counts what shops have by their objects, their entries and their log', () => {
    expect(bytesOf(1_000, 10, 200)).toBe(1_000 * (700 + 10 * 310) + 200 * 30 * 940);
    expect(options('--objects', '100', '--entries', '5')).toContain(
      '200 k meta objects, 1 M entries, 11.7 GB',
    );
  });

  it('says when to isolate a shop: nothing where shops are alike, and that one shop is too large for a node', () => {
    expect(options('--tail', 'lognormal:0.1', '--nodes', '2')).toContain('Nothing has to be isolated');
    expect(options('--tail', 'zipf:0.9', '--nodes', '8')).toMatch(
      /Run isolate-shop for shops from [\d.]+ [MG]B on/,
    );
    expect(options('--tail', 'zipf:2', '--nodes', '8')).toContain('The largest shop alone');
  });
});

describe('what is asked for', () => {
  it('is read from --name value, with defaults', () => {
    expect(simulateOptions(['--shops', '1000', '--tail', 'lognormal:1.5'])).toMatchObject({ shops: 1_000, nodes: 4, tail: { kind: 'lognormal', by: 1.5 } }); // oxfmt-ignore
  });

  it.each([['--shops', '0'], ['--shops'], ['--tail', 'flat'], ['--colour', '1'], ['--nodes', '64']])(
    'is refused where it is %s %s',
    (...words) => {
      // oxfmt-ignore
      expect(() => simulateOptions(words)).toThrow('npm run simulate');
    },
  );
});
