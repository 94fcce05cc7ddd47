export type EntityClass<E extends object = object> = new () => E;

/**
 * A row as read from the database, with every column of the entity. The row is not an instance of the entity
 * class.
 */
export type Row<E extends object> = Readonly<E>;

/** Name of a column. The JSON attribute and the filter of the API have the same name. */
export type ColumnName<E extends object> = keyof E & string;

declare const json: unique symbol;
declare const bigint: unique symbol;

export type JsonText<T = unknown> = string & { readonly [json]: T };

export type BigIntText = string & { readonly [bigint]: true };

export function parseJson<T>(text: JsonText<T>): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    // Replaces the parser's error, because the error message repeats the JSON text, which must not be logged.
    throw new SyntaxError('a text that is kept is no JSON');
  }
}

/** A value for a column. JSON can be text or the value itself, and a `bigint` can be text or a number. */
export type ColumnValue<T> = T extends { readonly [json]: infer J }
  ? string | J
  : T extends BigIntText
    ? string | number
    : T;

export type ColumnValues<E extends object> = {
  -readonly [K in ColumnName<E>]?: ColumnValue<E[K]> | undefined;
};
