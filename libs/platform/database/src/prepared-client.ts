import type { DatabaseKind, DatabasePooler } from '@storewright/config';
import type { Row } from '@storewright/json-api';
import { isTiming, isTracing, tracedCall } from '@storewright/tracing';
import { escapeIdentifier, Query } from 'pg';
import { type Described, ExecuteQuery } from './execute-query';
import { inTurn } from './in-turn';
import { literal } from './literal';
import type { WatchedClient } from './watched-client';

/** A statement of fixed text, its values apart. It is prepared on each connection; the name is for people who look at the server. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
  /** How it is to be planned, where the statistics of tables must not decide: its joins merge sets that an index has in order. */
  joins?: 'merge';
  /** It is planned anew for its values, which costs some tenths of a millisecond: one plan for all of them would read far too much for some. */
  plan?: 'values';
  /** The same in the words of Citus, where the rows of shops are distributed and it would refuse `text`. */
  onCitus?: Pick<Statement, 'name' | 'text' | 'values'>;
}

/** The statement in the words of what it runs on. What has a name is prepared, which a pooler loses unless it keeps it. */
export function asFor(kind: DatabaseKind, statement: Statement, pooler: DatabasePooler = 'none'): Statement {
  if (pooler === 'transaction' && statement.name !== undefined) {
    const { name: _, ...nameless } = statement;
    return nameless;
  }
  return kind === 'citus' && statement.onCitus ? { ...statement, ...statement.onCitus } : statement;
}

/** SQL of one statement behind another, as the messages that it goes out in: Citus hands the whole message of a SET on to its workers. */
export function messagesOf(kind: DatabaseKind, sql: string): string[] {
  return kind === 'citus' ? sql.split(';').filter((each) => each !== '') : [sql];
}

/** What Postgres answered. */
export interface StatementResult {
  rows: Row[];
  rowCount: number | null;
  command: string;
}

/** As a span of a trace: by the first word of its name, or of its text, the rest of which may hold values. */
export function tracedStatement<T>({ name, text = '' }: Partial<Statement>, send: () => T): T {
  if (!isTracing() && !isTiming()) return send();
  return tracedCall((name ?? text).split(/\s/, 1)[0]!, { 'db.system.name': 'postgresql' }, send);
}

/** For the one transaction. A plan is made, and made anew, by an EXECUTE that stands behind it. */
export const mergeJoins = 'SET LOCAL enable_nestloop=off;SET LOCAL enable_hashjoin=off;';
const planForValues = 'SET LOCAL plan_cache_mode=force_custom_plan;';

/** A statement that is prepared on a connection. */
export interface Prepared extends Described {
  /** As SQL writes it. */
  name: string;
  /** Why Postgres would not prepare it. */
  failure?: unknown;
}

/** Each costs the server process memory for its plan, and searches come in many shapes: the oldest one makes room. */
const MAX_PREPARED = 256;

/** SQLSTATE invalid_sql_statement_name. */
const notPrepared = '26000';

/**
 * A connection and what is prepared on it, for transactions of one statement. The settings of the tenant and the prepared statement are one message of the simple
 * protocol, which Postgres runs as one transaction: one round trip, undone as a whole by an error, and over before the next message begins, so nobody ever runs in
 * another's context. Messages go out without waiting for earlier answers.
 */
export class PreparedClient {
  /** By text. */
  private readonly prepared = new Map<string, Prepared>();
  /** How many were prepared so far. */
  private count = 0;
  /** What was to be prepared is not: the connection is of no use any more. */
  isStale = false;

  constructor(
    readonly client: WatchedClient,
    private readonly kind: DatabaseKind = 'postgres',
    private readonly pooler: DatabasePooler = 'none',
    private readonly gather: Gather = cork,
  ) {}

  /** Runs the statement in a transaction that starts with `settings` (SQL). */
  run(settings: string, statement: Statement): Promise<StatementResult> {
    const planning = (statement.joins ? mergeJoins : '') + (statement.plan ? planForValues : '');
    return this.send(settings + planning, [statement], onlyOf);
  }

  /** Runs them one after another in one transaction, likewise; all go out at once, and each sees what was committed when it begins. */
  runAll(settings: string, statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.send(settings, statements, allOf);
  }

  private async send<T>(
    settings: string,
    statements: readonly Statement[],
    take: (results: StatementResult[]) => T,
  ): Promise<T> {
    const prepared: Prepared[] = [];
    this.gather(this.client);
    try {
      return take(await this.sent(settings, statements, prepared));
    } catch (error) {
      // Of whoever waits for it; the driver's begins at its socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.reasonOf(error, prepared);
    }
  }

  /** SQL that executes it, behind what prepares it where that has to be. `together`: what is in one message with it; it gets this one. */
  execution(statement: Statement, together: Prepared[]): string {
    // Before anything is prepared: a value that is none leaves nothing behind.
    const values = parameters(statement.values);
    const known = this.prepared.get(statement.text) ?? this.prepare(statement, together);
    together.push(known);
    return `EXECUTE ${known.name}${values}`;
  }

  /** Why a message that executes these was refused: where one of them could not be prepared, the answer to PREPARE said so. */
  reasonOf(error: unknown, executed: readonly Prepared[]): unknown {
    if ((error as { code?: string }).code === notPrepared) this.isStale = true;
    return executed.find(({ failure }) => failure)?.failure ?? error;
  }

  /** All of it, before this returns. `prepared`: gets what the statements execute. */
  private sent(
    settings: string,
    statements: readonly Statement[],
    prepared: Prepared[],
  ): Promise<StatementResult[]> {
    if (this.pooler !== 'none') return this.throughPooler(settings, statements);
    const executes: string[] = [];
    for (const each of statements) {
      executes.push(`${this.execution(asFor(this.kind, each), prepared)};`);
    }
    if (this.kind === 'citus') return this.apart(settings, executes);
    // One message, which is one transaction.
    return this.execute(settings + executes.join(''), prepared);
  }

  private execute(text: string, prepared: readonly Prepared[]): Promise<StatementResult[]> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, results: StatementResult[]) =>
        error === undefined ? resolve(results) : reject(error as Error);
      this.client.query(new ExecuteQuery(text, prepared, done));
    });
  }

  /** What SQL prepares is on one connection of the server, and the next transaction gets another: these are prepared by the protocol, by name where the pooler keeps them. */
  private throughPooler(settings: string, statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.apart(
      settings,
      statements.map((statement) => this.named(statement)),
    );
  }

  private named({ name, text, values }: Statement): Statement {
    const query = { text, values: values ?? [] };
    if (this.pooler === 'transaction') return query;
    const known = this.prepared.get(text);
    if (known) return { ...query, name: known.name };
    if (this.prepared.size === MAX_PREPARED) return query;
    this.count += 1;
    const made = `${name ?? 'statement'} ${this.count}`.slice(-50);
    this.prepared.set(text, { name: made });
    return { ...query, name: made };
  }

  /** A message for each; all go out at once. Nothing counts as done before COMMIT has been answered by `COMMIT`. */
  private async apart(settings: string, sent: readonly (string | Statement)[]): Promise<StatementResult[]> {
    const before = messagesOf(this.kind, `BEGIN;${settings}`);
    const results = await inTurn(
      [...before, ...sent, 'COMMIT'].map((each) => this.client.query<Row>(each as string)),
    );
    if (results.at(-1)!.command !== 'COMMIT') throw new Error('the transaction was undone');
    return results.slice(before.length, -1);
  }

  /** `together`: what is in one message with it, and stays. */
  private prepare({ name = 'statement', text }: Statement, together: readonly Prepared[]): Prepared {
    this.count += 1;
    // Statements that the driver prepares on the same connection have other names.
    const made: Prepared = { name: escapeIdentifier(`1 ${name.slice(0, 50)} ${this.count}`) };
    this.prepared.set(text, made);
    // At once, not by a promise: what executes it may be refused by the same packet.
    const told = (error: unknown) => {
      if (!error) return;
      made.failure = error;
      this.prepared.delete(text);
    };
    this.client.query(new Query(`PREPARE ${made.name} AS ${text}`, told));
    if (this.prepared.size > MAX_PREPARED) this.forgetOldest(together);
    return made;
  }

  /** Behind everything that was sent to execute it. */
  private forgetOldest(together: readonly Prepared[]): void {
    for (const [text, each] of this.prepared) {
      if (together.includes(each)) continue;
      this.prepared.delete(text);
      this.client.query(`DEALLOCATE ${each.name}`).catch(() => undefined);
      return;
    }
  }
}

const ofPool = new WeakMap<object, PreparedClient>();

/** Of a connection of a pool, for as long as it lives: what is prepared on it stays there, whoever uses it. */
export function preparedOn(client: object, kind: DatabaseKind, pooler: DatabasePooler): PreparedClient {
  let known = ofPool.get(client);
  if (!known) {
    known = new PreparedClient(client as WatchedClient, kind, pooler, corkBriefly);
    ofPool.set(client, known);
  }
  return known;
}

const onlyOf = ([result]: StatementResult[]) => result!;
const allOf = (results: StatementResult[]) => results;

function parameters(values: readonly unknown[] = []): string {
  return values.length ? `(${values.map(literal).join()})` : '';
}

/** A connection, as far as `cork` goes; pg's types leave its stream out. */
export type Corkable = object;

const corked = new WeakSet<object>();

/** Holds back what is sent over a connection, and lets it go by itself. */
export type Gather = (client: Corkable) => void;

/** A system call costs more than everything else here, so the socket of a connection that many share is written once for all that is asked in this turn of the event loop. */
export const cork: Gather = (client) => corkUntil(client, setImmediate);

/** Of a connection that nobody else has, once for all that is asked now: its process of the server has nothing to do until it comes, so it does not wait for what else this turn of the event loop brings. */
export const corkBriefly: Gather = (client) => corkUntil(client, process.nextTick);

function corkUntil(client: Corkable, schedule: (uncork: () => void) => unknown): void {
  if (corked.has(client)) return;
  corked.add(client);
  const stream = streamOf(client);
  stream.cork();
  schedule(() => {
    corked.delete(client);
    stream.uncork();
  });
}

const streamOf = (client: Corkable) =>
  (client as { connection: { stream: { cork(): void; uncork(): void } } }).connection.stream;
