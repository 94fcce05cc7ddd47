import { randomBytes } from 'node:crypto';
import { type SealingKeys, TextSeal } from '@storewright/tokens';

/** One criterion of an order. */
export interface Order {
  column: string;
  descending: boolean;
}

/**
 * A place between two objects of a list: the values of the order's columns at the object it falls on.
 * No values at all: behind the last object.
 */
export type Cursor = readonly string[];

/** The cursors of one list of one shop. */
export interface Cursors {
  /** Opaque to clients, and good for this list in this order alone. */
  encode(order: readonly Order[], cursor: Cursor): string;
  /** The cursor, or undefined where the text is none of ours or was made for another list or order. `isId`: whether its last value can be an id there; by default a UUID. */
  decode(order: readonly Order[], text: string, isId?: (text: string) => boolean): Cursor | undefined;
}

/**
 * Cursors hold the values that a list is sorted by, which their bearer may not be allowed to read, and a changed one would be a question about them. So they are
 * sealed, and bound to whose list it is, its address and its order.
 */
export class SealedCursors {
  private readonly seal: TextSeal;

  constructor(keys: SealingKeys) {
    this.seal = new TextSeal(keys, 'cursors');
  }

  /** `owner`: the shop, or whose list it is; `path`: of the list. */
  of(owner: string, path: string): Cursors {
    const placeOf = (order: readonly Order[]) => `${owner} ${path} ${signature(order)}`;
    return {
      encode: (order, cursor) => this.seal.seal(JSON.stringify(cursor), placeOf(order)),
      decode: (order, text, isId = isUuid) => {
        const values = this.seal.open(text, placeOf(order));
        return values === undefined ? undefined : fitting(order, JSON.parse(values) as Cursor, isId);
      },
    };
  }
}

/** For lists that no request asked for: their cursors end with the process. */
export const cursorsOfProcess = new SealedCursors(new Map([['process', randomBytes(32)]])).of('', '');

function fitting(
  order: readonly Order[],
  values: Cursor,
  isId: (text: string) => boolean,
): Cursor | undefined {
  if (values.some((value) => value.includes('\0') || !value.isWellFormed())) return undefined;
  if (values.length === 0) return [];
  return values.length === order.length && isId(values.at(-1)!) ? values : undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any UUID in its usual text form, of whatever version. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

function signature(order: readonly Order[]): string {
  return order.map(({ column, descending }) => (descending ? `-${column}` : column)).join();
}
