import type { EntityClass } from '@storewright/rows';
import type { ResultRow, Statement } from '@storewright/postgres-driver';
import type { EntityManager, ObjectLiteral, Repository } from 'typeorm';
import {
  bind,
  type CompiledStatements,
  type StatementDefinition,
  type StatementValues,
} from './compiled-statements';
import { type Context, settingsOf } from './context';
import { boundTo, type TransactionQueryRunner } from './query-runners';

export interface Transaction {
  readonly manager: EntityManager;
  of<E extends ObjectLiteral>(target: Repository<E> | EntityClass<E>): Repository<E>;
  execute<R extends object>(statement: StatementDefinition<R>, values: StatementValues): Promise<R[]>;
  query<R extends object = ResultRow>(statement: Statement): Promise<R[]>;
  /**
   * Adds settings to the transaction's context, such as the shop of a token that the transaction has read.
   */
  enter(context: Context): void;
  /**
   * Sends COMMIT together with the pending statements of the transaction. Await the returned promise together
   * with the promises of these statements. No statement can follow.
   */
  commit(): Promise<void>;
  /** Registers a listener that is called after the commit, but not after a rollback. */
  onCommit(listener: () => void): void;
}

export class OpenTransaction implements Transaction {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly runner: TransactionQueryRunner,
    private readonly statements: CompiledStatements,
  ) {}

  get manager(): EntityManager {
    return this.runner.manager;
  }

  of<E extends ObjectLiteral>(target: Repository<E> | EntityClass<E>): Repository<E> {
    return boundTo(this.runner, target);
  }

  enter(context: Context): void {
    this.runner.set(settingsOf(context));
  }

  commit(): Promise<void> {
    return this.runner.commitEarly();
  }

  onCommit(listener: () => void): void {
    this.listeners.push(listener);
  }

  committed(): void {
    for (const listener of this.listeners) listener();
  }

  async execute<R extends object>(
    { name, build }: StatementDefinition<R>,
    values: StatementValues,
  ): Promise<R[]> {
    const { rows } = await this.runner.send(bind(this.statements.get(name, build), values));
    return rows as R[];
  }

  async query<R extends object = ResultRow>(statement: Statement): Promise<R[]> {
    return (await this.runner.send(statement)).rows as R[];
  }
}
