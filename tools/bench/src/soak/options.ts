import { resolve } from 'node:path';

export interface SoakOptions {
  /** How long the steady mix goes on before anything else happens. */
  minutes: number;
  shops: number;
  /** Requests a second. */
  rate: number;
  /** Events that are written at once; 0: none. */
  backlog: number;
  /** Shops that nobody uses; 0: none. */
  idleShops: number;
  /** The file of the picture. */
  picture: string;
}

const usage = `npm run soak -- [--minutes N | --hours N] [--shops N] [--rate N] [--backlog N] [--idle-shops N] [--picture FILE]
A steady mix of requests and webhooks for 10 minutes, then a backlog of 100,000 events, then 10,000 idle shops (0 leaves one of them out); a table, and a
picture in dist/soak.svg.
`;

const names = ['minutes', 'hours', 'shops', 'rate', 'backlog', 'idle-shops', 'picture'];

/** Throws how it is used. */
export function soakOptions(words: readonly string[]): SoakOptions {
  const given = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const [word, value] = [words[at]!, words[at + 1]];
    const name = word.replace(/^--/, '');
    if (!word.startsWith('--') || !names.includes(name) || value === undefined) throw new Error(usage);
    given.set(name, value);
  }
  const number = (name: string, least: number) => {
    const value = Number(given.get(name));
    if (Number.isNaN(value) || value < least)
      throw new Error(`--${name} is a number from ${least}.\n${usage}`);
    return value;
  };
  const numberOr = (name: string, absent: number, least = 1) =>
    given.has(name) ? number(name, least) : absent;
  return {
    minutes: given.has('hours') ? number('hours', 0) * 60 : numberOr('minutes', 10, 0.1),
    // Half of them have receivers, the others orders.
    shops: numberOr('shops', 100, 2),
    rate: numberOr('rate', 60),
    backlog: numberOr('backlog', 100_000, 0),
    idleShops: numberOr('idle-shops', 10_000, 0),
    picture: resolve(given.get('picture') ?? 'dist/soak.svg'),
  };
}
