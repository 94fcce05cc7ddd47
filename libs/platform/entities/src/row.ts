/** A class with `@Entity()`. */
export type EntityClass<E extends object = object> = new () => E;

/** A row as it is read, not hydrated: every column of the entity. */
export type Row<E extends object> = Readonly<E>;

/** The name of a column, which is that of its JSON attribute and of its filter as well. */
export type ColumnName<E extends object> = keyof E & string;

declare const json: unique symbol;
declare const bigint: unique symbol;

/** `jsonb` as rows hold it: JSON text. `T`: what it is, parsed. */
export type JsonText<T = unknown> = string & { readonly [json]: T };

/** `bigint` as rows hold it: decimal text. */
export type BigIntText = string & { readonly [bigint]: true };

/** The JSON of a row's column. */
export function parseJson<T>(text: JsonText<T>): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    // The parser's own error repeats what it read, which goes into no log.
    throw new SyntaxError('a text that is kept is no JSON');
  }
}

/** A value for a column: JSON as text or as what it is, a `bigint` as text or as a number. */
export type ColumnValue<T> = T extends { readonly [json]: infer J }
  ? string | J
  : T extends BigIntText
    ? string | number
    : T;

/** Values for some columns of an entity. */
export type ColumnValues<E extends object> = {
  -readonly [K in ColumnName<E>]?: ColumnValue<E[K]> | undefined;
};
