import type { DatabaseKind, DatabasePooler } from '@storewright/config';
import type { DocumentRow } from '@storewright/json-api';
import { isTiming, isTracing, tracedCall } from '@storewright/tracing';
import { escapeIdentifier } from 'pg';
import { type Execution, ExtendedQuery, type Prepared, PrepareQuery } from './extended-query';
import { allInOrder } from './all-in-order';
import { parameter } from './parameter';
import { setConfig, setLocal, type Setting } from './settings';
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

/** How a transaction begins, where each statement is a message of its own: Citus hands the whole message of a SET on to its workers. */
export function beginning(kind: DatabaseKind, settings: readonly Setting[]): string[] {
  const sql = `BEGIN;${setLocal(settings)}`;
  return kind === 'citus' ? sql.split(';').filter((each) => each !== '') : [sql];
}

/** What Postgres answered. */
export interface StatementResult {
  rows: DocumentRow[];
  rowCount: number | null;
  command: string;
}

/** As a span of a trace: by the first word of its name, or of its text, the rest of which may hold values. */
export function tracedStatement<T>({ name, text = '' }: Partial<Statement>, send: () => T): T {
  if (!isTracing() && !isTiming()) return send();
  return tracedCall((name ?? text).split(/\s/, 1)[0]!, { 'db.system.name': 'postgresql' }, send);
}

/** A plan is made, and made anew, by an execution that stands behind it. */
export const mergeJoins: readonly Setting[] = [
  ['enable_nestloop', 'off'],
  ['enable_hashjoin', 'off'],
];
const planForValues: Setting = ['plan_cache_mode', 'force_custom_plan'];

/** Each costs the server process memory for its plan, and searches come in many shapes: the oldest one makes room. */
const MAX_PREPARED = 256;

/** SQLSTATE invalid_sql_statement_name. */
const notPrepared = '26000';

/** A transaction of this isolation has one snapshot, which its first statement takes: it is begun by a BEGIN of its own. */
export type Isolation = 'repeatable read';

/** Statements of ours that begin and end transactions. */
export const transactionControl = {
  begin: { name: 'begin', text: 'BEGIN' },
  'repeatable read': { name: 'begin', text: 'BEGIN ISOLATION LEVEL REPEATABLE READ' },
  COMMIT: { name: 'commit', text: 'COMMIT' },
  ROLLBACK: { name: 'rollback', text: 'ROLLBACK' },
} as const satisfies Record<string, Statement>;
const controls: ReadonlySet<Statement> = new Set(Object.values(transactionControl));

/** What SQL's own PREPARE takes: anything else might end the transaction, or leave a setting on the connection. */
const isQuery = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|VALUES|TABLE|WITH|\()/i;
/** SQLSTATE syntax_error. */
const noQuery = () => Object.assign(new Error('not a statement that is prepared'), { code: '42601' });

/**
 * A connection and what is prepared on it, for transactions of one message. The settings of the tenant and the prepared statements are executed up to one Sync of the extended
 * query protocol, which Postgres runs as one transaction: one round trip, undone as a whole by an error, and over before the next message begins, so nobody ever runs in
 * another's context. Messages go out without waiting for earlier answers.
 */
export class PreparedClient {
  /** Queries by text; those that control transactions by themselves, as no text may lead to one. */
  private readonly prepared = new Map<string | Statement, Prepared>();
  /** How many were prepared so far. */
  private count = 0;
  /** What was to be prepared is not, or a transaction may be open: the connection is of no use any more. */
  isStale = false;

  constructor(
    readonly client: WatchedClient,
    private readonly kind: DatabaseKind = 'postgres',
    private readonly pooler: DatabasePooler = 'none',
    private readonly gather: Gather = cork,
  ) {}

  /** Runs the statement in a transaction with these settings. */
  run(settings: readonly Setting[], statement: Statement): Promise<StatementResult> {
    const { joins, plan } = statement;
    const all =
      joins || plan
        ? [...settings, ...(joins ? mergeJoins : []), ...(plan ? [planForValues] : [])]
        : settings;
    return this.send(all, [statement], onlyOf);
  }

  /** Runs them one after another in one transaction, likewise; all go out at once, and each sees what was committed when it begins, unless `isolation` says otherwise. */
  runAll(
    settings: readonly Setting[],
    statements: readonly Statement[],
    isolation?: Isolation,
  ): Promise<StatementResult[]> {
    return this.send(settings, statements, allOf, isolation);
  }

  private async send<T>(
    settings: readonly Setting[],
    statements: readonly Statement[],
    take: (results: StatementResult[]) => T,
    isolation?: Isolation,
  ): Promise<T> {
    const executions: Execution[] = [];
    this.gather(this.client);
    try {
      return take(await this.sent(settings, statements, executions, isolation));
    } catch (error) {
      // Of whoever waits for it; the driver's begins at its socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.reasonOf(error, executions);
    }
  }

  /** The statement as it is executed, behind what prepares it where that has to be. `together`: what is in one message with it; it gets this one. */
  execution(statement: Statement, together: Execution[]): void {
    // Before anything is prepared: a value that is none leaves nothing behind.
    const values = statement.values?.map(parameter) ?? [];
    together.push({ prepared: this.preparedFor(statement, together), values });
  }

  /** The same of one whose result nobody wants. */
  silentExecution(statement: Statement, together: Execution[]): void {
    this.execution(statement, together);
    together.at(-1)!.isSilent = true;
  }

  private preparedFor(statement: Statement, together: readonly Execution[]): Prepared {
    const key = controls.has(statement) ? statement : statement.text;
    return this.prepared.get(key) ?? this.prepare(statement, key, together);
  }

  /** Why a message that executes these was refused: where one of them could not be prepared, the answer to Parse said so. */
  reasonOf(error: unknown, executions: readonly Execution[]): unknown {
    const refused = executions.find(({ prepared }) => prepared.failure !== undefined);
    if (refused) return refused.prepared.failure;
    if ((error as { code?: string }).code === notPrepared) this.isStale = true;
    return error;
  }

  /** All of it, before this returns. `executions`: gets what is executed. */
  private sent(
    settings: readonly Setting[],
    statements: readonly Statement[],
    executions: Execution[],
    isolation: Isolation | undefined,
  ): Promise<StatementResult[]> {
    if (this.pooler !== 'none' || this.kind === 'citus') {
      const all = isolation ? [...settings, ['transaction_isolation', isolation] as const] : settings;
      return this.apart(all, statements, executions);
    }
    if (isolation) this.silentExecution(transactionControl[isolation], executions);
    if (settings.length > 0) this.silentExecution(setConfig(settings), executions);
    for (const each of statements) this.execution(each, executions);
    if (!isolation) return this.execute(executions);
    this.silentExecution(transactionControl.COMMIT, executions);
    return this.ended(this.execute(executions));
  }

  private execute(executions: readonly Execution[]): Promise<StatementResult[]> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, results: StatementResult[]) =>
        error === undefined ? resolve(results) : reject(error as Error);
      this.client.query(new ExtendedQuery(executions, done));
    });
  }

  /** What was begun by BEGIN stays open where it fails. */
  private async ended<T>(transaction: Promise<T>): Promise<T> {
    try {
      return await transaction;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => (this.isStale = true));
      throw error;
    }
  }

  /** A message for each; all go out at once. Nothing counts as done before COMMIT has been answered by `COMMIT`. */
  private async apart(
    settings: readonly Setting[],
    statements: readonly Statement[],
    executions: Execution[],
  ): Promise<StatementResult[]> {
    const before = beginning(this.kind, settings);
    // Before BEGIN: where one has a value that is none, nothing is sent.
    const sends = statements.map((each) => this.sending(asFor(this.kind, each), executions));
    const results = await allInOrder([
      ...before.map((text) => this.client.query<DocumentRow>(text)),
      ...sends.map((send) => send()),
      this.client.query<DocumentRow>('COMMIT'),
    ]);
    if (results.at(-1)!.command !== 'COMMIT') throw new Error('the transaction was undone');
    return results.slice(before.length, -1);
  }

  /** Sends the statement by itself. */
  private sending(statement: Statement, executions: Execution[]): () => Promise<StatementResult> {
    if (this.pooler !== 'none') {
      const named = this.named(statement);
      return () => this.client.query<DocumentRow>(named);
    }
    this.execution(statement, executions);
    const own = executions.slice(-1);
    return async () => onlyOf(await this.execute(own));
  }

  /** What is prepared on one connection of the server is not on another, and the next transaction may have another: the pooler keeps what it is told of by name. */
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

  /** `together`: what is in one message with it, and stays. */
  private prepare(
    { name = 'statement', text }: Statement,
    key: string | Statement,
    together: readonly Execution[],
  ): Prepared {
    if (key === text && !isQuery.test(text)) throw noQuery();
    this.count += 1;
    // Statements that the driver prepares on the same connection have other names.
    const made: Prepared = { name: `1 ${name.slice(0, 50)} ${this.count}` };
    this.prepared.set(key, made);
    // At once, not by a promise: what executes it may be refused by the same packet.
    const refused = (error: unknown) => {
      made.failure = error;
      this.prepared.delete(key);
    };
    this.client.query(new PrepareQuery(text, made, refused));
    if (this.prepared.size > MAX_PREPARED) this.forgetOldest(made, together);
    return made;
  }

  /** Behind everything that was sent to execute it. */
  private forgetOldest(made: Prepared, together: readonly Execution[]): void {
    for (const [key, each] of this.prepared) {
      if (each === made || together.some(({ prepared }) => prepared === each)) continue;
      this.prepared.delete(key);
      this.client.query(`DEALLOCATE ${escapeIdentifier(each.name)}`).catch(() => undefined);
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
