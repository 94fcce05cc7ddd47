/** Additional writes that accompany the write of an object in the same network round trip. */
export interface RelatedWrites {
  /** Sends statements that must precede the write of the object's row. */
  before?: () => Promise<unknown>[];
  /** Sends statements that must follow the write of the object's row. */
  after?: () => Promise<unknown>[];
  /** Names of the to-many relationships whose join table rows the statements of `after` write. */
  joined?: readonly string[];
}

export class WritePlan<V> {
  constructor(
    readonly values: V,
    readonly related: RelatedWrites,
  ) {}
}

export type RuleResult<V> = V | WritePlan<V>;

export const withWrites = <V>(values: V, related: RelatedWrites): WritePlan<V> =>
  new WritePlan(values, related);

const alone: RelatedWrites = {};

export const planOf = <V>(result: RuleResult<V>): WritePlan<V> =>
  result instanceof WritePlan ? result : new WritePlan(result, alone);
