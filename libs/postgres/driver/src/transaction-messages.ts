import { Query } from 'pg';
import { corkForTick } from './cork';
import { type Execution, ExtendedQuery } from './extended-query';
import type { MonitoredClient } from './monitored-client';
import type { PreparedClient } from './prepared-client';
import { type Setting, type Statement, type StatementResult, transactionControl } from './statement';
import type { DatabaseTopology } from './topology';
import { setLocal } from './transaction-settings';

export const rolledBack = 'a statement of the transaction failed, so all of it was rolled back';

export interface TransactionMessages {
  begin(settings: readonly Setting[]): void;
  set(settings: readonly Setting[]): void;
  send(statement: Statement): Promise<StatementResult>;
  /**
   * Ends the transaction with COMMIT, or with ROLLBACK if a statement failed. Returns true if the transaction
   * ended with this command.
   */
  end(command: 'COMMIT' | 'ROLLBACK'): Promise<boolean>;
}

export function messagesOn(prepared: PreparedClient): TransactionMessages {
  const { client, topology } = prepared;
  return topology.batchesTransactions
    ? new BatchedMessages(prepared)
    : new SeparateMessages(client, topology);
}

/** Rejects a statement after a failed statement of the same transaction, which Postgres would skip. */
class SkippedStatement extends Error {
  /** SQLSTATE in_failed_sql_transaction, with which Postgres rejects statements in a failed transaction. */
  readonly code = '25P02';

  constructor() {
    super(rolledBack);
  }
}

interface PendingResult {
  resolve(result: StatementResult): void;
  reject(error: unknown): void;
}

/**
 * Sends all statements of an event loop tick as one message of prepared statements, in call order. A
 * statement without a name is a separate message.
 */
class BatchedMessages implements TransactionMessages {
  private executions: Execution[] = [];
  private pending: PendingResult[] = [];

  constructor(private readonly prepared: PreparedClient) {}

  begin(settings: readonly Setting[]): void {
    this.prepared.addSilentExecution(transactionControl.begin, this.executions);
    this.set(settings);
  }

  set(settings: readonly Setting[]): void {
    this.prepared.addSettings(settings, this.executions);
  }

  send(statement: Statement): Promise<StatementResult> {
    if (statement.name !== undefined) return this.add(statement);
    this.flush();
    return sendAlone(this.prepared.client, this.prepared.topology.translate(statement));
  }

  async end(command: 'COMMIT' | 'ROLLBACK'): Promise<boolean> {
    try {
      return (await this.add(transactionControl[command])).command === command;
    } catch (error) {
      if (!(error instanceof SkippedStatement)) throw error;
      await this.add(transactionControl.ROLLBACK);
      return command === 'ROLLBACK';
    }
  }

  /** Async, so that a statement with an invalid value rejects the promise instead of throwing. */
  private async add(statement: Statement): Promise<StatementResult> {
    this.prepared.addExecution(statement, this.executions);
    if (this.pending.length === 0) process.nextTick(() => this.flush());
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject });
    });
  }

  private flush(): void {
    if (this.executions.length === 0) return;
    const { executions, pending } = this;
    [this.executions, this.pending] = [[], []];
    const settle = (error: unknown, results: readonly StatementResult[]) => {
      const failure = error === undefined ? undefined : this.prepared.reasonOf(error, executions);
      pending.forEach(({ resolve, reject }, at) => {
        if (at < results.length) resolve(results[at]!);
        else reject(at === results.length ? failure : new SkippedStatement());
      });
    };
    corkForTick(this.prepared.client);
    this.prepared.client.query(new ExtendedQuery(executions, settle));
  }
}

/** Sends one message per statement, for databases that do not support several statements in a message. */
class SeparateMessages implements TransactionMessages {
  private opened: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: MonitoredClient,
    private readonly topology: DatabaseTopology,
  ) {}

  begin(settings: readonly Setting[]): void {
    this.add(this.topology.openTransaction(settings));
  }

  set(settings: readonly Setting[]): void {
    this.add(settings.map((setting) => setLocal([setting])));
  }

  private add(texts: readonly string[]): void {
    corkForTick(this.client);
    const sent = texts.map((text) => this.client.query(text));
    this.opened = Promise.all([this.opened, ...sent]);
    // Prevents an unhandled rejection. `send` and `end` await this promise and report its error.
    this.opened.catch(() => undefined);
  }

  async send(statement: Statement): Promise<StatementResult> {
    const result = sendAlone(this.client, this.topology.translate(statement));
    return (await Promise.all([result, this.opened]))[0];
  }

  async end(command: 'COMMIT' | 'ROLLBACK'): Promise<boolean> {
    corkForTick(this.client);
    const [done] = await Promise.all([this.client.query(command), this.opened]);
    return done.command === command;
  }
}

/**
 * Creates pg's Query directly. With a config object, pg would first copy all property descriptors, which
 * takes longer.
 */
function sendAlone(client: MonitoredClient, { name, text, values }: Statement): Promise<StatementResult> {
  corkForTick(client);
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: StatementResult) => (error ? reject(error) : resolve(result));
    client.query(Object.assign(new Query(text, values, done as never), { name }));
  });
}
