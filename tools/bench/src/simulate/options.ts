import { readOptions } from '../options';
import type { Tail } from './shops';

export interface SimulateOptions {
  shops: number;
  shards: number;
  nodes: number;
  seed: number;
  tail: Tail;
  objects: number;
  /** Number of keys per meta object. Each key is a row in the search index. */
  entries: number;
  requests: number;
}

const usage = `npm run simulate -- [--shops 100000] [--nodes 4] [--shards 32] [--tail zipf:0.9 | lognormal:2] [--seed 1]
  [--objects 1000] [--entries 10] [--requests 200]
--objects and --requests (per day) are averages per shop, --entries is the average per object.
`;

const defaults = {
  ...{ shops: 100_000, nodes: 4, shards: 32, seed: 1 },
  ...{ objects: 1_000, entries: 10, requests: 200 },
};

const names = Object.keys(defaults) as (keyof typeof defaults)[];

export function simulateOptions(words: readonly string[]): SimulateOptions {
  const { tail = 'zipf:0.9', ...given } = readOptions(words, [...names, 'tail'], usage);
  const options: SimulateOptions = { ...defaults, tail: tailOf(tail) };
  for (const name of names) {
    const value = Number(given[name] ?? defaults[name]);
    if (!(value >= 1 && Number.isInteger(value))) throw new Error(usage);
    options[name] = value;
  }
  if (options.nodes > options.shards) throw new Error(`--shards must be at least --nodes.\n${usage}`);
  return options;
}

function tailOf(value: string): Tail {
  const [, kind, by] = /^(zipf|lognormal):(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (kind === undefined) throw new Error(usage);
  return { kind: kind as Tail['kind'], by: Number(by) };
}
