/** Writes that belong to a write of an object. All of them are sent in one message. */
export interface RelatedWrites {
  /** Statements that are sent before the write of the object's row. */
  before?: () => Promise<unknown>[];
  /** Statements that are sent after the write of the object's row. */
  after?: () => Promise<unknown>[];
  /** To-many relationships whose join rows `after` writes. */
  joined?: readonly string[];
}

/** The columns that a rule returned, with further writes. */
export class WritePlan<V> {
  constructor(
    readonly values: V,
    readonly related: RelatedWrites,
  ) {}
}

/** Result of a rule: the columns, or the columns with further writes (`withWrites`). */
export type RuleResult<V> = V | WritePlan<V>;

/** Adds further writes to the columns that a rule returns. */
export const withWrites = <V>(values: V, related: RelatedWrites): WritePlan<V> =>
  new WritePlan(values, related);

const alone: RelatedWrites = {};

export const planOf = <V>(result: RuleResult<V>): WritePlan<V> =>
  result instanceof WritePlan ? result : new WritePlan(result, alone);
