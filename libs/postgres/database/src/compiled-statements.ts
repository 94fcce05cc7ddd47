import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import type { Statement } from '@storewright/postgres-driver';

export interface CompiledStatement {
  name: string;
  text: string;
  parameters: readonly string[];
  /** Values of SQL parameters for which the caller passes no value. */
  constants?: StatementValues;
}

export type StatementValues = Readonly<Record<string, unknown>>;

interface Query {
  getQuery(): string;
  getParameters?(): StatementValues;
}

export interface StatementDefinition<R extends object> {
  readonly name: string;
  readonly build: (dataSource: DataSource) => Query;
  readonly rows?: R;
}

const defined = new Set<string>();

/**
 * Defines a named SQL statement. `build` returns the SQL text, which can contain parameters such as `:name`.
 * Throws if the name is already in use.
 */
export function defineStatement<R extends object>(
  name: string,
  build: (dataSource: DataSource) => Query,
): StatementDefinition<R> {
  if (defined.has(name)) throw new Error(`two statements are called ${name}`);
  defined.add(name);
  return { name, build };
}

/** Maximum number of cached SQL texts. The cache drops the least recently used text. */
const MAX_COMPILED = 2_000;

/**
 * Maximum length of a statement name without its number. Postgres truncates the names of prepared statements
 * to 63 bytes, which could make two names equal.
 */
const MAX_NAME = 50;

/**
 * Caches the SQL that QueryBuilder creates from entity metadata, because creating the SQL costs a hundred
 * times as much as binding values. Parameters have names (`:title`). `shop_id` is always `$1`, as the code
 * that writes events requires (libs/platform/events).
 */
export class CompiledStatements {
  private readonly compiled = new LRUCache<string, CompiledStatement>({ max: MAX_COMPILED });

  private count = 0;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns the cached SQL statement with the key `shape`, or builds it with `build`. Statements with equal
   * keys must have equal SQL. The name of the prepared statement starts with `shape`.
   */
  get(shape: string, build: (dataSource: DataSource) => Query | string): CompiledStatement {
    const known = this.compiled.get(shape);
    if (known) return known;
    const query = build(this.dataSource);
    this.count += 1;
    const name = `${shape.slice(0, MAX_NAME)} ${this.count}`;
    const made = typeof query === 'string' ? numbered(name, query) : compiledFrom(name, query);
    this.compiled.set(shape, made);
    return made;
  }
}

function compiledFrom(name: string, query: Query): CompiledStatement {
  const text = query.getQuery();
  const constants = query.getParameters?.();
  return { ...numbered(name, text), ...(constants && { constants }) };
}

export type BoundStatement = Statement & { name: string; values: unknown[] };

/** Matches a named SQL parameter after a single colon. A double colon is a type cast. */
const parameter = /(?<![:\w]):([a-z_]\w*)/gi;

export function numbered(name: string, text: string): CompiledStatement {
  const met = new Set([...text.matchAll(parameter)].map(([, each]) => each!));
  const parameters = met.delete('shop_id') ? ['shop_id', ...met] : [...met];
  const numbers = new Map(parameters.map((each, at) => [each, `$${at + 1}`]));
  return { name, text: text.replace(parameter, (_, each: string) => numbers.get(each)!), parameters };
}

/**
 * Binds values to a compiled SQL statement. Throws if a value is missing, because a dropped condition would
 * select too many rows.
 */
export function bind(
  { name, text, parameters, constants }: CompiledStatement,
  values: StatementValues,
): BoundStatement {
  return {
    name,
    text,
    values: parameters.map((each) => {
      const value = each in values ? values[each] : constants?.[each];
      if (value === undefined) throw new Error(`${name} has no value for ${each}`);
      return value;
    }),
  };
}
