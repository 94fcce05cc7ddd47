import { escapeIdentifier } from 'pg';
import { allInOrder } from './all-in-order';
import { type Cork, corkForTick, corkForTurn } from './cork';
import { type Execution, ExtendedQuery, type Prepared, PrepareQuery } from './extended-query';
import type { MonitoredClient } from './monitored-client';
import { parameter } from './parameter';
import {
  type Isolation,
  type ResultRow,
  type Setting,
  type Statement,
  type StatementResult,
  transactionControl,
  withPlanSettings,
} from './statement';
import { type DatabaseTopology, plainTopology } from './topology';
import { setConfig, setLocal } from './transaction-settings';

/**
 * Maximum number of prepared statements per connection. The server stores each plan in memory, and searches
 * have many different statements.
 */
const MAX_PREPARED = 256;

const NOT_PREPARED = '26000';

const unnamed: Prepared = { name: '' };

const controls: ReadonlySet<Statement> = new Set(Object.values(transactionControl));

/**
 * Matches statements that SQL's PREPARE accepts. Other statements could end the transaction or change a
 * setting of the connection.
 */
const preparable = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|VALUES|TABLE|WITH|\()/i;
/** Error with SQLSTATE syntax_error for a statement that Postgres cannot prepare. */
const notPreparable = () => Object.assign(new Error('the statement cannot be prepared'), { code: '42601' });

/**
 * A connection and its prepared statements.
 *
 * Each transaction is one message with tenant settings and statements up to one Sync of the extended query
 * protocol. The transaction takes one round trip, and an error rolls it back. Each transaction ends before
 * the next message starts, so no statement runs in the context of a different tenant. The connection does not
 * wait for earlier responses before it sends a message.
 */
export class PreparedClient {
  /**
   * Prepared statements, keyed by SQL text. BEGIN, COMMIT and ROLLBACK are keyed by object, so that the SQL
   * text of a caller cannot select them.
   */
  private readonly prepared = new Map<string | Statement, Prepared>();
  private preparedCount = 0;
  /** True if the connection must be discarded, after a failed Parse message or a failed rollback. */
  isStale = false;

  constructor(
    readonly client: MonitoredClient,
    readonly topology: DatabaseTopology = plainTopology,
    private readonly cork: Cork = corkForTurn,
  ) {}

  run(settings: readonly Setting[], statement: Statement): Promise<StatementResult> {
    return this.send(withPlanSettings(settings, statement), [statement], firstOf);
  }

  /**
   * Sends all statements at once. The statements run in order in one transaction. Each statement sees the
   * commits before its start, unless `isolation` requests one snapshot for all statements.
   */
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
    select: (results: StatementResult[]) => T,
    isolation?: Isolation,
  ): Promise<T> {
    const executions: Execution[] = [];
    this.cork(this.client);
    try {
      return select(await this.sendNow(settings, statements, executions, isolation));
    } catch (error) {
      // Replaces the driver's stack trace, which does not contain the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw this.reasonOf(error, executions);
    }
  }

  /**
   * Appends an execution of the statement to `message`. If necessary, prepares the statement on this
   * connection before the execution.
   */
  addExecution(given: Statement, message: Execution[]): void {
    const statement = this.topology.translate(given);
    // Converts the values first, so that a statement with an invalid value is not prepared.
    const values = statement.values?.map(parameter) ?? [];
    message.push({ prepared: this.preparedFor(statement, message), values });
  }

  addSettings(settings: readonly Setting[], message: Execution[]): void {
    if (settings.length === 0) return;
    if (!this.topology.forwardsSettings) return this.addSilentExecution(setConfig(settings), message);
    for (const each of settings)
      message.push({ prepared: unnamed, text: setLocal([each]).slice(0, -1), values: [], isSilent: true });
  }

  addSilentExecution(statement: Statement, message: Execution[]): void {
    this.addExecution(statement, message);
    message.at(-1)!.isSilent = true;
  }

  private preparedFor(statement: Statement, message: readonly Execution[]): Prepared {
    const key = controls.has(statement) ? statement : statement.text;
    return this.prepared.get(key) ?? this.prepare(statement, key, message);
  }

  /**
   * Returns the error of a message with these executions. If preparing a statement failed, returns the error
   * of the Parse message.
   */
  reasonOf(error: unknown, executions: readonly Execution[]): unknown {
    const refused = executions.find(({ prepared }) => prepared.failure !== undefined);
    if (refused) return refused.prepared.failure;
    if ((error as { code?: string }).code === NOT_PREPARED) this.isStale = true;
    return error;
  }

  /**
   * Sends all messages of a transaction without an await between them. Adds each execution to `executions`.
   */
  private sendNow(
    settings: readonly Setting[],
    statements: readonly Statement[],
    executions: Execution[],
    isolation: Isolation | undefined,
  ): Promise<StatementResult[]> {
    const { batchesTransactions, forwardsSettings } = this.topology;
    const all = isolation ? [...settings, ['transaction_isolation', isolation] as const] : settings;
    if (!batchesTransactions) return this.sendSeparately(all, statements);
    if (forwardsSettings) return this.sendWithCommit(all, statements, executions);
    if (isolation) this.addSilentExecution(transactionControl[isolation], executions);
    this.addSettings(settings, executions);
    for (const each of statements) this.addExecution(each, executions);
    if (!isolation) return this.execute(executions);
    this.addSilentExecution(transactionControl.COMMIT, executions);
    return this.rollBackOnError(this.execute(executions));
  }

  /**
   * Sends an explicit transaction and its COMMIT as two messages at once. COMMIT has its own Sync, so that
   * Postgres ends a failed transaction before the next message on a shared connection.
   */
  private async sendWithCommit(
    settings: readonly Setting[],
    statements: readonly Statement[],
    executions: Execution[],
  ): Promise<StatementResult[]> {
    this.addSilentExecution(transactionControl.begin, executions);
    this.addSettings(settings, executions);
    for (const each of statements) this.addExecution(each, executions);
    this.addExecution(transactionControl.COMMIT, executions);
    const commit = executions.splice(-1);
    const [results, ended] = await allInOrder([this.execute(executions), this.execute(commit)]);
    if (firstOf(ended!).command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return results!;
  }

  private execute(executions: readonly Execution[]): Promise<StatementResult[]> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, results: StatementResult[]) =>
        error === undefined ? resolve(results) : reject(error as Error);
      this.client.query(new ExtendedQuery(executions, done));
    });
  }

  /** Rolls back after an error, because BEGIN has opened a transaction. */
  private async rollBackOnError<T>(transaction: Promise<T>): Promise<T> {
    try {
      return await transaction;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => (this.isStale = true));
      throw error;
    }
  }

  /**
   * Sends all statements at once, each as its own message. The transaction is committed only if Postgres
   * responds to COMMIT with `COMMIT`.
   */
  private async sendSeparately(
    settings: readonly Setting[],
    statements: readonly Statement[],
  ): Promise<StatementResult[]> {
    const opening = this.topology.openTransaction(settings);
    // Converts all values before BEGIN, so that a transaction with an invalid value sends nothing.
    const queries = statements.map((each) => this.namedForPooler(this.topology.translate(each)));
    const results = await allInOrder([
      ...opening.map((text) => this.client.query<ResultRow>(text)),
      ...queries.map((query) => this.client.query<ResultRow>(query)),
      this.client.query<ResultRow>('COMMIT'),
    ]);
    if (results.at(-1)!.command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return results.slice(opening.length, -1);
  }

  /**
   * Returns the query for a connection through a pooler. The query has a name if the pooler supports prepared
   * statements. Such a pooler prepares the query again on a different server connection.
   */
  private namedForPooler({ name, text, values }: Statement): Statement {
    const query = { text, values: values ?? [] };
    if (this.topology.preparesOn === 'nowhere') return query;
    const known = this.prepared.get(text);
    if (known) return { ...query, name: known.name };
    if (this.prepared.size === MAX_PREPARED) return query;
    const prepared = { name: `${name ?? 'statement'} ${this.nextNumber()}`.slice(-50) };
    this.prepared.set(text, prepared);
    return { ...query, name: prepared.name };
  }

  /**
   * Prepares a statement and limits the number of prepared statements. The statements that `message` executes
   * stay prepared.
   */
  private prepare(
    { name = 'statement', text }: Statement,
    key: string | Statement,
    message: readonly Execution[],
  ): Prepared {
    if (key === text && !preparable.test(text)) throw notPreparable();
    // The prefix makes the statement name differ from the names that pg prepares on the connection.
    const prepared: Prepared = { name: `1 ${name.slice(0, 50)} ${this.nextNumber()}` };
    this.prepared.set(key, prepared);
    // This callback is synchronous, because the errors of Parse and of the execution can arrive in the same
    // packet.
    const refused = (error: unknown) => {
      prepared.failure = error;
      this.prepared.delete(key);
    };
    this.client.query(new PrepareQuery(text, prepared, refused));
    if (this.prepared.size > MAX_PREPARED) this.forgetOldest(prepared, message);
    return prepared;
  }

  private nextNumber(): number {
    this.preparedCount += 1;
    return this.preparedCount;
  }

  /**
   * Deallocates the oldest prepared statement that `message` does not execute. Earlier messages with this
   * statement were already sent to the server.
   */
  private forgetOldest(added: Prepared, message: readonly Execution[]): void {
    for (const [key, each] of this.prepared) {
      if (each === added || message.some(({ prepared }) => prepared === each)) continue;
      this.prepared.delete(key);
      this.client.query(`DEALLOCATE ${escapeIdentifier(each.name)}`).catch(() => undefined);
      return;
    }
  }
}

const preparedClients = new WeakMap<object, PreparedClient>();

/**
 * Returns the PreparedClient of a pooled connection. Later users of the connection use the same prepared
 * statements.
 */
export function preparedClientOf(client: object, topology: DatabaseTopology): PreparedClient {
  let known = preparedClients.get(client);
  if (!known) {
    known = new PreparedClient(client as MonitoredClient, topology, corkForTick);
    preparedClients.set(client, known);
  }
  return known;
}

const firstOf = ([result]: StatementResult[]) => result!;
const allOf = (results: StatementResult[]) => results;
