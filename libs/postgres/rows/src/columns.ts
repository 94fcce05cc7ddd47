import { Column, type ColumnOptions, PrimaryColumn, type PrimaryColumnOptions } from 'typeorm';

/**
 * Options of the column decorators. The decorators match the column types in migrations. Only migrations
 * define indexes, checks, foreign keys and policies.
 */
type Options = Pick<ColumnOptions, 'nullable' | 'default'> & { primary?: true };

function column(type: ColumnOptions, { primary, ...options }: Options = {}): PropertyDecorator {
  const all: ColumnOptions = { ...type, ...options };
  return primary ? PrimaryColumn(all as PrimaryColumnOptions) : Column(all);
}

/** A `text` column in the collation of the database. */
export const Text = (options?: Options) => column({ type: 'text' }, options);

/** A `text COLLATE "C"` column, which is compared by code point, so that an index can sort it. */
export const CollatedText = (options?: Options) => column({ type: 'text', collation: 'C' }, options);

export const UuidArray = (options?: Options) => column({ type: 'uuid', array: true }, options);
export const TextArray = (options?: Options) => column({ type: 'text', array: true }, options);

/** A `jsonb` column. A row contains the JSON text. */
export const Json = (options?: Options) => column({ type: 'jsonb' }, options);

/** A `timestamptz` column. A row contains text such as `2019-07-14T09:23:34.000000Z`. */
export const Timestamp = (options?: Options) => column({ type: 'timestamp with time zone' }, options);

export const Int = (options?: Options) => column({ type: 'integer' }, options);

export const IntArray = (options?: Options) => column({ type: 'integer', array: true }, options);

/** A `bigint` column. A row contains decimal text. */
export const BigInt = (options?: Options) => column({ type: 'bigint' }, options);

export const Bool = (options?: Options) => column({ type: 'boolean' }, options);

export const Uuid = (options?: Options) => column({ type: 'uuid' }, options);

export const Bytea = (options?: Options) => column({ type: 'bytea' }, options);
