import { Column, type ColumnOptions, PrimaryColumn, type PrimaryColumnOptions } from 'typeorm';

/**
 * The column types of the platform: TypeORM's `@Column` with what each type needs to be the column that the migrations make. Nothing else is said of a
 * column here: indexes, checks, foreign keys and policies are the migrations'.
 */
type Options = Pick<ColumnOptions, 'nullable' | 'default'> & { primary?: true };

function column(type: ColumnOptions, { primary, ...options }: Options = {}): PropertyDecorator {
  const all: ColumnOptions = { ...type, ...options };
  return primary ? PrimaryColumn(all as PrimaryColumnOptions) : Column(all);
}

/** `text`, sorted by the rules of the database. */
export const Text = (options?: Options) => column({ type: 'text' }, options);

/** `text COLLATE "C"`: sorted and compared by code point, so that an index answers it. */
export const Word = (options?: Options) => column({ type: 'text', collation: 'C' }, options);

/** `text[]` */
export const TextArray = (options?: Options) => column({ type: 'text', array: true }, options);

/** `jsonb`; in a row it is JSON text. */
export const Json = (options?: Options) => column({ type: 'jsonb' }, options);

/** `timestamptz`; in a row it is `2019-07-14T09:23:34.000000Z`. */
export const Timestamp = (options?: Options) => column({ type: 'timestamp with time zone' }, options);

/** `integer` */
export const Int = (options?: Options) => column({ type: 'integer' }, options);

/** `integer[]` */
export const IntArray = (options?: Options) => column({ type: 'integer', array: true }, options);

/** `bigint`; in a row it is decimal text. */
export const BigInt = (options?: Options) => column({ type: 'bigint' }, options);

/** `boolean` */
export const Bool = (options?: Options) => column({ type: 'boolean' }, options);

/** `uuid` */
export const Uuid = (options?: Options) => column({ type: 'uuid' }, options);

/** `bytea`; in a row it is a Buffer. */
export const Bytea = (options?: Options) => column({ type: 'bytea' }, options);
