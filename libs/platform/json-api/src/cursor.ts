import { randomBytes } from 'node:crypto';
import type { Order, Position } from '@storewright/pages';
import { type SealingKeys, TextSeal } from '@storewright/tokens';
import { isUuid } from '@storewright/text';

export interface Cursors {
  /** Returns an opaque cursor that is valid only for this list in this sort order. */
  encode(order: readonly Order[], cursor: Position): string;
  /**
   * Returns undefined if the cursor is invalid or belongs to a different list or sort order. `isId` validates
   * the last value, the object id, as a UUID by default.
   */
  decode(order: readonly Order[], text: string, isId?: (text: string) => boolean): Position | undefined;
}

/**
 * Encrypts pagination cursors, because a client could otherwise read hidden values from a cursor or probe
 * values with forged cursors. A cursor is bound to the owner, path and sort order of its list.
 */
export class SealedCursors {
  private readonly seal: TextSeal;

  constructor(keys: SealingKeys) {
    this.seal = new TextSeal(keys, 'cursors');
  }

  /** Returns the cursors of one list. `owner` is the shop or the person that the list belongs to. */
  of(owner: string, path: string): Cursors {
    const placeOf = (order: readonly Order[]) => `${owner} ${path} ${signature(order)}`;
    return {
      encode: (order, cursor) => this.seal.seal(JSON.stringify(cursor), placeOf(order)),
      decode: (order, text, isId = isUuid) => {
        const values = this.seal.open(text, placeOf(order));
        return values === undefined ? undefined : fitting(order, JSON.parse(values) as Position, isId);
      },
    };
  }
}

/**
 * Pagination cursors for code that parses a query without an HTTP request. They become invalid when the process
 * exits.
 */
export const cursorsOfProcess = new SealedCursors(new Map([['process', randomBytes(32)]])).of('', '');

function fitting(
  order: readonly Order[],
  values: Position,
  isId: (text: string) => boolean,
): Position | undefined {
  if (values.some((value) => value.includes('\0') || !value.isWellFormed())) return undefined;
  if (values.length === 0) return [];
  return values.length === order.length && isId(values.at(-1)!) ? values : undefined;
}

function signature(order: readonly Order[]): string {
  return order.map(({ column, descending }) => (descending ? `-${column}` : column)).join();
}
