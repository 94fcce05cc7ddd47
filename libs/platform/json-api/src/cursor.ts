import { randomBytes } from 'node:crypto';
import type { Order, Position } from '@storewright/pages';
import { type SealingKeys, TextSeal } from '@storewright/tokens';
import { isUuid } from '@storewright/text';

export interface Cursors {
  /** Returns an opaque cursor that is valid only for one list in one sort order. */
  encode(order: readonly Order[], cursor: Position): string;
  /**
   * Returns the position of a cursor, or undefined if the cursor is invalid or belongs to a different list or
   * sort order. `isId` validates the object id in the cursor, by default as a UUID.
   */
  decode(order: readonly Order[], text: string, isId?: (text: string) => boolean): Position | undefined;
}

/**
 * Encrypts pagination cursors, so that clients can neither read hidden values in a cursor nor forge cursors.
 * A cursor is valid only for the owner, path and sort order of its list.
 */
export class SealedCursors {
  private readonly seal: TextSeal;

  constructor(keys: SealingKeys) {
    this.seal = new TextSeal(keys, 'cursors');
  }

  /**
   * Creates and reads the pagination cursors of one list. `owner` identifies the shop or the person that the
   * list belongs to.
   */
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
 * Encodes pagination cursors for code that parses a query without an HTTP request. These cursors become
 * invalid when the process exits.
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
