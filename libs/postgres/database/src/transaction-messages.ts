import type { DatabaseKind, DatabasePooler } from '@storewright/config';
import { Query } from 'pg';
import { type Execution, ExtendedQuery } from './extended-query';
import {
  asFor,
  beginning,
  corkBriefly,
  type PreparedClient,
  type Statement,
  type StatementResult,
  transactionControl,
} from './prepared-client';
import { setConfig, setLocal, type Setting } from './settings';
import type { WatchedClient } from './watched-client';

export const nothingIsThere = 'a statement of the transaction failed, so nothing of it is there';

/** How what a transaction does gets to the server. What is called first goes out first: nothing is awaited before. */
export interface TransactionMessages {
  /** BEGIN goes out with what follows it, and so do settings. */
  begin(settings: readonly Setting[]): void;
  set(settings: readonly Setting[]): void;
  send(statement: Statement): Promise<StatementResult>;
  /** Whether the transaction ended so: it ends by ROLLBACK where a statement has failed. */
  end(command: 'COMMIT' | 'ROLLBACK'): Promise<boolean>;
}

export function messagesOn(
  prepared: PreparedClient,
  kind: DatabaseKind,
  pooler: DatabasePooler,
): TransactionMessages {
  if (kind === 'postgres' && pooler === 'none') return new GatheredMessages(prepared);
  return new SeparateMessages(prepared.client, kind, pooler);
}

/** Postgres passes over what stands behind a statement that failed. */
class PassedOver extends Error {
  /** SQLSTATE in_failed_sql_transaction. */
  readonly code = '25P02';

  constructor() {
    super(nothingIsThere);
  }
}

interface Asked {
  resolve(result: StatementResult): void;
  reject(error: unknown): void;
}

/** All that is asked before anything is awaited is one message, which executes what is prepared on the connection. What has no name goes out by itself, in its turn. */
class GatheredMessages implements TransactionMessages {
  private executions: Execution[] = [];
  private asked: Asked[] = [];

  constructor(private readonly prepared: PreparedClient) {}

  begin(settings: readonly Setting[]): void {
    this.prepared.silentExecution(transactionControl.begin, this.executions);
    this.set(settings);
  }

  set(settings: readonly Setting[]): void {
    if (settings.length > 0) this.prepared.silentExecution(setConfig(settings), this.executions);
  }

  send(statement: Statement): Promise<StatementResult> {
    if (statement.name !== undefined) return this.ask(statement);
    this.flush();
    return sentApart(this.prepared.client, statement);
  }

  async end(command: 'COMMIT' | 'ROLLBACK'): Promise<boolean> {
    try {
      return (await this.ask(transactionControl[command])).command === command;
    } catch (error) {
      if (!(error instanceof PassedOver)) throw error;
      await this.ask(transactionControl.ROLLBACK);
      return command === 'ROLLBACK';
    }
  }

  /** What is no value is told as the promise's own error. */
  private async ask(statement: Statement): Promise<StatementResult> {
    this.prepared.execution(statement, this.executions);
    if (this.asked.length === 0) process.nextTick(() => this.flush());
    return new Promise((resolve, reject) => {
      this.asked.push({ resolve, reject });
    });
  }

  private flush(): void {
    if (this.executions.length === 0) return;
    const { executions, asked } = this;
    [this.executions, this.asked] = [[], []];
    const answered = (error: unknown, results: readonly StatementResult[]) => {
      const failure = error === undefined ? undefined : this.prepared.reasonOf(error, executions);
      asked.forEach(({ resolve, reject }, at) => {
        if (at < results.length) resolve(results[at]!);
        else reject(at === results.length ? failure : new PassedOver());
      });
    };
    corkBriefly(this.prepared.client);
    this.prepared.client.query(new ExtendedQuery(executions, answered));
  }
}

/** A message for each: a cluster would hand a whole message on, and a pooler loses what SQL prepares. */
class SeparateMessages implements TransactionMessages {
  private begun: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: WatchedClient,
    private readonly kind: DatabaseKind,
    private readonly pooler: DatabasePooler,
  ) {}

  begin(settings: readonly Setting[]): void {
    this.add(beginning(this.kind, settings));
  }

  set(settings: readonly Setting[]): void {
    this.add(settings.map((setting) => setLocal([setting])));
  }

  private add(texts: readonly string[]): void {
    corkBriefly(this.client);
    const sent = texts.map((text) => this.client.query(text));
    this.begun = Promise.all([this.begun, ...sent]);
    // Whoever sends the next statement is told of it.
    this.begun.catch(() => undefined);
  }

  async send(statement: Statement): Promise<StatementResult> {
    const answer = sentApart(this.client, asFor(this.kind, statement, this.pooler));
    return (await Promise.all([answer, this.begun]))[0];
  }

  async end(command: 'COMMIT' | 'ROLLBACK'): Promise<boolean> {
    corkBriefly(this.client);
    const [done] = await Promise.all([this.client.query(command), this.begun]);
    return done.command === command;
  }
}

/** Of a text, the driver makes a query; a config it would copy first by the descriptors of its properties, which costs more than all else that it does here. */
function sentApart(client: WatchedClient, { name, text, values }: Statement): Promise<StatementResult> {
  corkBriefly(client);
  return new Promise((resolve, reject) => {
    const answered = (error: Error | null, result: StatementResult) =>
      error ? reject(error) : resolve(result);
    client.query(Object.assign(new Query(text, values, answered as never), { name }));
  });
}
