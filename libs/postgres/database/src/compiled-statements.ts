import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';
import type { Statement } from '@storewright/postgres-driver';

/** A statement without its values. */
export interface CompiledStatement {
  name: string;
  text: string;
  /** The names of the values, in the order of `$1`, `$2` … */
  parameters: readonly string[];
  /** Values that are always the same. */
  constants?: StatementValues;
}

/** By name. */
export type StatementValues = Readonly<Record<string, unknown>>;

/** What QueryBuilder makes, of which only the text is used. */
interface Query {
  getQuery(): string;
  getParameters?(): StatementValues;
}

/** A statement of one shape, under a name of its own. `R`: what its rows have. */
export interface StatementDefinition<R extends object> {
  readonly name: string;
  readonly build: (dataSource: DataSource) => Query;
  readonly rows?: R;
}

const defined = new Set<string>();

/** `build`: the statement by QueryBuilder, its values as `:name`. */
export function defineStatement<R extends object>(
  name: string,
  build: (dataSource: DataSource) => Query,
): StatementDefinition<R> {
  if (defined.has(name)) throw new Error(`two statements are called ${name}`);
  defined.add(name);
  return { name, build };
}

/** Shapes that are kept; a search in a new shape is compiled anew. */
const MAX_COMPILED = 2_000;

/** Postgres cuts the name of a prepared statement after 63 bytes, and two of one name would be one. */
const MAX_NAME = 50;

/**
 * Statements that QueryBuilder makes from the metadata of entities, each compiled once for its shape: building the text costs a hundred times as much as giving
 * it values. Values are named in it, `:title`; the shop comes first, `$1`, as the outbox expects (libs/platform/events).
 */
export class CompiledStatements {
  private readonly compiled = new LRUCache<string, CompiledStatement>({ max: MAX_COMPILED });

  private count = 0;

  constructor(private readonly dataSource: DataSource) {}

  /** `shape`: everything that the text depends on; the statement's name where people look at the server. */
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

/** A name behind one colon; `::` is a cast. */
const parameter = /(?<![:\w]):([a-z_]\w*)/gi;

/** The text with `$n` in place of its names. */
export function numbered(name: string, text: string): CompiledStatement {
  const met = new Set([...text.matchAll(parameter)].map(([, each]) => each!));
  const parameters = met.delete('shop_id') ? ['shop_id', ...met] : [...met];
  const numbers = new Map(parameters.map((each, at) => [each, `$${at + 1}`]));
  return { name, text: text.replace(parameter, (_, each: string) => numbers.get(each)!), parameters };
}

/** The statement with its values. Throws where one is missing: a condition is never dropped in silence. */
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
