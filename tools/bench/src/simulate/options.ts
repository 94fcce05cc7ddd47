import type { Tail } from './shops';

export interface SimulateOptions {
  shops: number;
  shards: number;
  nodes: number;
  seed: number;
  tail: Tail;
  /** Meta objects of the average shop. */
  objects: number;
  /** Search entries of an object: its keys. */
  entries: number;
  /** A day, of the average shop. */
  requests: number;
}

const usage = `npm run simulate -- [--shops 100000] [--nodes 4] [--shards 32] [--tail zipf:0.9 | lognormal:2] [--seed 1]
  [--objects 1000] [--entries 10] [--requests 200]
Meta objects and requests a day are those of the average shop; entries those of one object.
`;

const defaults = {
  ...{ shops: 100_000, nodes: 4, shards: 32, seed: 1 },
  ...{ objects: 1_000, entries: 10, requests: 200 },
};

/** Throws how it is used. */
export function simulateOptions(words: readonly string[]): SimulateOptions {
  const options: SimulateOptions = { ...defaults, tail: { kind: 'zipf', by: 0.9 } };
  for (let at = 0; at < words.length; at += 2) {
    const [name, value] = [words[at]!.replace(/^--/, ''), words[at + 1] ?? ''];
    if (name === 'tail') options.tail = tailOf(value);
    else if (name in defaults && Number(value) >= 1 && Number.isInteger(Number(value)))
      options[name as keyof typeof defaults] = Number(value);
    else throw new Error(usage);
  }
  if (options.nodes > options.shards) throw new Error(`--shards is at least --nodes.\n${usage}`);
  return options;
}

function tailOf(value: string): Tail {
  const [, kind, by] = /^(zipf|lognormal):(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (kind === undefined) throw new Error(usage);
  return { kind: kind as Tail['kind'], by: Number(by) };
}
