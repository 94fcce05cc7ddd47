import { resolve } from 'node:path';
import { readOptions } from '../options';

export interface SoakOptions {
  minutes: number;
  shops: number;
  rate: number;
  /** Number of events that are committed at once. 0 skips the backlog. */
  backlog: number;
  /** Number of shops without requests. 0 skips the measurement of idle shops. */
  idleShops: number;
  picture: string;
}

const usage = `npm run soak -- [--minutes N | --hours N] [--shops N] [--rate N] [--backlog N] [--idle-shops N]
  [--picture FILE]
Runs a steady mix of requests and webhooks for 10 minutes, then a backlog of 100,000 events, then 10,000 idle
shops. 0 skips a part. Prints tables and draws dist/soak.svg.
`;

const names = ['minutes', 'hours', 'shops', 'rate', 'backlog', 'idle-shops', 'picture'] as const;

export function soakOptions(words: readonly string[]): SoakOptions {
  const given = readOptions(words, names, usage);
  const number = (name: (typeof names)[number], absent: number, min = 1) => {
    const value = Number(given[name] ?? absent);
    if (Number.isNaN(value) || value < min)
      throw new Error(`--${name} must be a number from ${min}.\n${usage}`);
    return value;
  };
  return {
    minutes: given.hours === undefined ? number('minutes', 10, 0.1) : number('hours', 0, 0) * 60,
    // Requires at least two shops, because half of the shops have webhook receivers and the other shops have
    // orders.
    shops: number('shops', 100, 2),
    rate: number('rate', 60),
    backlog: number('backlog', 100_000, 0),
    idleShops: number('idle-shops', 10_000, 0),
    picture: resolve(given.picture ?? 'dist/soak.svg'),
  };
}
