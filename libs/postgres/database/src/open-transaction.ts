import type { EntityClass } from '@storewright/entities';
import type { DocumentRow } from '@storewright/json-api';
import type { EntityManager, ObjectLiteral, Repository } from 'typeorm';
import {
  bind,
  type CompiledStatements,
  type StatementDefinition,
  type StatementValues,
} from './compiled-statements';
import { type Context, settingsOf } from './context';
import type { Statement } from './prepared-client';
import { boundTo, type TransactionQueryRunner } from './query-runners';

/** A transaction in a context. `query` gives rows as `rowFormat` has them. */
export interface Transaction {
  readonly manager: EntityManager;
  /** The repository, or that of the entity, within this transaction. */
  of<E extends ObjectLiteral>(target: Repository<E> | EntityClass<E>): Repository<E>;
  /** A statement that is compiled once. */
  execute<R extends object>(statement: StatementDefinition<R>, values: StatementValues): Promise<R[]>;
  /** `R`: what its rows have. */
  query<R extends object = DocumentRow>(statement: Statement): Promise<R[]>;
  /** Adds to the context: a shop that a credential led to. */
  enter(context: Context): void;
  /** COMMIT goes out behind what was sent, in the same message, and nothing can follow. To be awaited together with what was sent. */
  commit(): Promise<void>;
  /** Calls the listener after COMMIT. A rollback, or an attempt that is repeated, calls no listener. */
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
    return this.runner.commitBehind();
  }

  onCommit(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners of `onCommit`. */
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

  async query<R extends object = DocumentRow>(statement: Statement): Promise<R[]> {
    return (await this.runner.send(statement)).rows as R[];
  }
}
