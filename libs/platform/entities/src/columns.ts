import { Column, type ColumnOptions, PrimaryColumn, type PrimaryColumnOptions } from 'typeorm';

/**
 * Column decorators that match the column types of migrations. Migrations alone define indexes, checks, foreign keys
 * and policies.
 */
type Options = Pick<ColumnOptions, 'nullable' | 'default'> & { primary?: true };

function column(type: ColumnOptions, { primary, ...options }: Options = {}): PropertyDecorator {
  const all: ColumnOptions = { ...type, ...options };
  return primary ? PrimaryColumn(all as PrimaryColumnOptions) : Column(all);
}

/** `text` in the collation of the database. */
export const Text = (options?: Options) => column({ type: 'text' }, options);

/** `text COLLATE "C"`: compared by code point, so that an index can sort it. */
export const CollatedText = (options?: Options) => column({ type: 'text', collation: 'C' }, options);

/** `text[]` */
export const TextArray = (options?: Options) => column({ type: 'text', array: true }, options);

/** `jsonb`. A row has JSON text. */
export const Json = (options?: Options) => column({ type: 'jsonb' }, options);

/** `timestamptz`. A row has text such as `2019-07-14T09:23:34.000000Z`. */
export const Timestamp = (options?: Options) => column({ type: 'timestamp with time zone' }, options);

/** `integer` */
export const Int = (options?: Options) => column({ type: 'integer' }, options);

/** `integer[]` */
export const IntArray = (options?: Options) => column({ type: 'integer', array: true }, options);

/** `bigint`. A row has decimal text. */
export const BigInt = (options?: Options) => column({ type: 'bigint' }, options);

/** `boolean` */
export const Bool = (options?: Options) => column({ type: 'boolean' }, options);

/** `uuid` */
export const Uuid = (options?: Options) => column({ type: 'uuid' }, options);

/** `bytea`. A row has a Buffer. */
export const Bytea = (options?: Options) => column({ type: 'bytea' }, options);
