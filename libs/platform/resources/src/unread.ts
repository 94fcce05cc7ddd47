import { matches, type Where } from '@storewright/database';
import type { Row } from '@storewright/entities';
import type { Shop, ShopTransaction } from '@storewright/tenancy';
import { type RuleResult, WritePlan } from './write-plan';

/**
 * Error for a rule that reads the stand-in row. Rules throw this error often, so all rules share one
 * instance, which saves the cost of stack traces.
 */
const readsRow = new Error('the rule reads a row that is not locked yet');

const conditions = Symbol('conditions');

/** Stand-in for a row that is not locked. Throws on every read, and records the preconditions of the rule. */
class UnreadRow implements ProxyHandler<object> {
  wasRead = false;
  readonly where: Record<string, unknown> = {};
  readonly row = new Proxy({}, this);

  get(_target: object, name: string | symbol): unknown {
    return name === conditions ? this.where : this.read();
  }

  has(): never {
    return this.read();
  }

  ownKeys(): never {
    return this.read();
  }

  getOwnPropertyDescriptor(): never {
    return this.read();
  }

  private read(): never {
    this.wasRead = true;
    throw readsRow;
  }
}

/**
 * Stand-in for a transaction, in which a rule can read only the shop. Queries return promises that never
 * settle, because Node would report rejected promises as unhandled.
 */
class UnreadTransaction implements ProxyHandler<object> {
  wasUsed = false;

  constructor(readonly shop: Shop) {}

  readonly query = () => this.neverReturn();
  readonly write = this.query;
  readonly emit = this.query;
  readonly repository = () => new Proxy({}, this);

  get(): () => Promise<never> {
    return this.query;
  }

  private neverReturn(): Promise<never> {
    this.wasUsed = true;
    return new Promise(() => undefined);
  }
}

/** Result of a rule that read no row. The result is valid only if the row meets the conditions in `where`. */
export interface Decision<T> {
  result: T;
  where: Readonly<Record<string, unknown>>;
}

/**
 * Runs a rule with stand-ins for the row and the transaction. Returns undefined if the rule reads a stand-in,
 * is asynchronous, plans further writes or throws. The caller must then run the rule again with the locked
 * row.
 */
export function decideUnread<E extends object, T>(
  shop: Shop,
  rule: (row: Row<E>, tx: ShopTransaction) => RuleResult<T> | Promise<RuleResult<T>>,
): Decision<T> | undefined {
  const [unread, tx] = [new UnreadRow(), new UnreadTransaction(shop)];
  try {
    const result = rule(unread.row as Row<E>, tx as unknown as ShopTransaction);
    if (isPromise(result)) {
      result.catch(() => undefined);
      return undefined;
    }
    if (result instanceof WritePlan) return undefined;
    // The rule may have caught the error of a read, so the result is valid only if the stand-ins recorded no
    // read.
    return unread.wasRead || tx.wasUsed ? undefined : { result, where: unread.where };
  } catch {
    return undefined;
  }
}

const isPromise = <T>(result: T | Promise<T>): result is Promise<T> =>
  typeof (result as { then?: unknown } | undefined)?.then === 'function';

/**
 * Calls `otherwise` if the row does not meet the conditions. For a stand-in row, adds the conditions to the
 * WHERE clause of the write, so that a single statement suffices.
 */
export function precondition<E extends object>(row: Row<E>, where: Where<E>, otherwise: () => void): void {
  const recorded = (row as { [conditions]?: Record<string, unknown> })[conditions];
  if (!recorded) return matches(row, where) ? undefined : otherwise();
  for (const [column, condition] of Object.entries(where) as [string, unknown][]) {
    if (column in recorded) throw new Error(`two preconditions on ${column}`);
    recorded[column] = condition;
  }
}
