/** What was asked for: `--name value` pairs. */
export interface LedgerOptions {
  /** The server's administrator, in its database `postgres`: a coordinator of Citus that knows its workers, or a plain Postgres. */
  url: string;
  shops: number;
  /** How long each thing goes on, in ms. */
  phaseMs: number;
  /** How long a worker node is away, in ms. */
  awayMs: number;
  /** Between two requests of a client, in ms; undefined: as the traffic has it. */
  paceMs?: number;
  /** Commands that kill a worker node, and start it again. */
  kill?: string;
  start?: string;
  /** A command that restarts the server that `url` names. */
  restart?: string;
}

const usage = `npm run ledger -- --url postgres://ADMINISTRATOR@HOST:PORT/postgres [--shops N] [--seconds N]
  [--kill COMMAND --start COMMAND [--away SECONDS]] [--restart COMMAND] [--pace MILLISECONDS]
It makes a database of its own there, and gives the platform's roles the passwords of tests: name a server that holds nothing else.
`;

/** Throws how it is used. */
export function ledgerOptions(words: readonly string[]): LedgerOptions {
  const given = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const [name, value] = [words[at]!, words[at + 1]];
    if (!usage.includes(`${name} `) || !name.startsWith('--') || value === undefined) throw new Error(usage);
    given.set(name.slice(2), value);
  }
  const [url, kill, start, restart] = ['url', 'kill', 'start', 'restart'].map((name) => given.get(name));
  if (url === undefined || (kill === undefined) !== (start === undefined)) throw new Error(usage);
  const [perPhase, pace] = [given.get('seconds') ?? 10, given.get('pace')];
  return {
    url,
    shops: Number(given.get('shops') ?? 8),
    phaseMs: Number(perPhase) * 1_000,
    awayMs: Number(given.get('away') ?? perPhase) * 1_000,
    ...(pace !== undefined && { paceMs: Number(pace) }),
    ...(kill !== undefined && start !== undefined && { kill, start }),
    ...(restart !== undefined && { restart }),
  };
}
