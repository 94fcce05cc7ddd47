import { readOptions } from '../options';

export interface LedgerOptions {
  /**
   * Connection string of a database administrator, either on a Citus coordinator with workers or on plain
   * Postgres.
   */
  url: string;
  shops: number;
  phaseMs: number;
  /** Milliseconds between the kill and the restart of a worker node. */
  awayMs: number;
  /** Pause in milliseconds between two requests of a test client. */
  paceMs?: number;
  kill?: string;
  start?: string;
  /** Shell command that restarts the Postgres server at `url`. */
  restart?: string;
}

const usage = `npm run ledger -- --url postgres://ADMINISTRATOR@HOST:PORT/postgres [--shops N] [--seconds N]
  [--kill COMMAND --start COMMAND [--away SECONDS]] [--restart COMMAND] [--pace MILLISECONDS]
Use a server for tests only: the program creates a database and sets test passwords for the platform's roles.
`;

const names = ['url', 'shops', 'seconds', 'kill', 'start', 'away', 'restart', 'pace'] as const;

export function ledgerOptions(words: readonly string[]): LedgerOptions {
  const { url, shops = 8, seconds = 10, kill, start, away, restart, pace } = readOptions(words, names, usage);
  if (url === undefined || (kill === undefined) !== (start === undefined)) throw new Error(usage);
  return {
    url,
    shops: Number(shops),
    phaseMs: Number(seconds) * 1_000,
    awayMs: Number(away ?? seconds) * 1_000,
    ...(pace !== undefined && { paceMs: Number(pace) }),
    ...(kill !== undefined && start !== undefined && { kill, start }),
    ...(restart !== undefined && { restart }),
  };
}
