import { escapeLiteral } from 'pg';
import type { ColumnKind, Row } from './resource';

/**
 * `id`: a value that needs no escape, between quotes that stand. `origin`: scheme and host. `linkage`: a resource identifier, or null. `members`, `next`: the
 * linkage of a to-many relationship and the link to the rest of it, where they were included. `attached`, `alone`: the relationship to meta, where it was included,
 * behind others or as the only one.
 */
type Kind = ColumnKind | 'id' | 'origin' | 'linkage' | IncludedKind;

interface Part {
  /** What stands before the value. */
  before: string;
  kind: Kind;
  column: string;
  /** Of the identifier of a linkage. */
  type: string;
}

/** JSON text with places for the values of a row, put together once for each resource. */
export class Template {
  private readonly parts: Part[] = [];
  private standing = '';
  private written?: (row: Row, origin: string) => string;

  text(standing: string): this {
    this.standing += standing;
    return this;
  }

  value(kind: Kind, column = '', type = ''): this {
    this.parts.push({ before: this.standing, kind, column, type });
    this.standing = '';
    return this;
  }

  /** Members of an object, `"name":value`, with commas between them. */
  members(columns: Record<string, ColumnKind>, shown: (name: string) => boolean): this {
    const names = Object.keys(columns).filter(shown);
    names.forEach((name, at) =>
      this.text(`${at ? ',' : ''}${JSON.stringify(name)}:`).value(columns[name]!, name),
    );
    return this;
  }

  write(row: Row, origin: string): string {
    return (this.written ??= this.compile())(row, origin);
  }

  /**
   * The same text as an expression of JavaScript, as validators and serializers are compiled: a list writes hundreds of values, and the engine reads each column at a place of its
   * own. A loop over the parts cost a page of 25 a fifth of its processor time more. What it is made of is declared; no value of a row is ever part of it.
   */
  private compile(): (row: Row, origin: string) => string {
    const terms = this.parts.map((part) => `${JSON.stringify(part.before)} + ${termOf(part)}`);
    const expression = [...terms, JSON.stringify(this.standing)].join(' + ');
    return new Function('linkage', 'attached', `return (row, origin) => ${expression};`)(
      linkage,
      attached,
    ) as (row: Row, origin: string) => string;
  }

  /** The columns that it reads. */
  get columns(): string[] {
    const read = this.parts.filter(({ kind, column }) => column !== '' && !isIncludedKind(kind));
    return [...new Set(read.map(({ column }) => column))];
  }

  /**
   * The same text as an SQL expression over the row `alias`: one call for as many values as a function takes, where a concatenation of each value with all that stands
   * before it would make and copy the text as often as there are values. `origin`: an expression of type text.
   */
  sql(alias: string, origin: string): string {
    const calls: string[] = [];
    let values: string[] = [];
    let form = '';
    const call = () => calls.push(`format(${[escapeLiteral(form), ...values].join(', ')})`);
    for (const { before, kind, column, type } of this.parts) {
      form += asForm(before);
      if (isIncludedKind(kind)) continue;
      const value = kind === 'origin' ? origin : sqlOf(kind, `${alias}.${column}`, type);
      if (!values.includes(value)) values.push(value);
      form += `%${values.indexOf(value) + 1}$s`;
      if (values.length < MAX_ARGUMENTS - 1) continue;
      call();
      [form, values] = ['', []];
    }
    form += asForm(this.standing);
    call();
    return calls.join(' || ');
  }
}

/** Of a function in Postgres (FUNC_MAX_ARGS). */
const MAX_ARGUMENTS = 100;

/** Text as `format` of Postgres takes it. */
const asForm = (text: string) => text.replaceAll('%', '%%');

type IncludedKind = 'members' | 'next' | 'attached' | 'alone';

/** What is no column of the row, and no part of the object as others see it. */
function isIncludedKind(kind: Kind): kind is IncludedKind {
  return kind === 'members' || kind === 'next' || kind === 'attached' || kind === 'alone';
}

/** A value of `row` as an expression of JavaScript. */
function termOf({ kind, column, type }: Part): string {
  const value = `row[${JSON.stringify(column)}]`;
  const whereThere = (term: string, otherwise = "'null'") => `(${value} == null ? ${otherwise} : ${term})`;
  switch (kind) {
    case 'origin':
      return 'origin';
    case 'linkage':
      return `linkage(${JSON.stringify(type)}, ${value})`;
    case 'members':
      return whereThere(`',"data":' + ${value}`, "''");
    case 'next':
      return whereThere(`',"prev":null,"next":"' + origin + ${value} + '"'`, "''");
    case 'attached':
    case 'alone':
      return whereThere(`attached('${kind}', ${JSON.stringify(type)}, origin, row)`, "''");
    case 'string':
    case 'string[]':
      return whereThere(`JSON.stringify(${value})`);
    case 'timestamp':
      return whereThere(`'"' + ${value} + '"'`);
    default:
      return whereThere(value);
  }
}

/** `row`: with its members, as JSON text. */
function attached(kind: 'attached' | 'alone', type: string, origin: string, row: Row): string {
  const list = `${origin}/api/meta?filter%5Bresource_type%5D=${type}&filter%5Bresource_id%5D=${row['id'] as string}`;
  const relationship = `"meta":{"links":{"related":"${list}"},"data":${row[ofMeta] as string}}`;
  return kind === 'attached' ? `,${relationship}` : `,"relationships":{${relationship}}`;
}

/** Where a row has its members. */
const ofMeta = 'meta#members';

function linkage(type: string, id: unknown): string {
  return id === null || id === undefined ? 'null' : `{"type":${JSON.stringify(type)},"id":"${id as string}"}`;
}

/** What `write` does with a value, in Postgres. */
function sqlOf(kind: Exclude<Kind, 'origin' | IncludedKind>, column: string, type: string): string {
  switch (kind) {
    case 'id':
      return `${column}::text`;
    case 'json':
      return orNull(`${column}::text`);
    case 'timestamp':
      return orNull(`'"' || to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"'`);
    case 'linkage':
      return orNull(`${escapeLiteral(`{"type":${JSON.stringify(type)},"id":"`)} || ${column}::text || '"}'`);
    default:
      // Of a text, to_json escapes exactly what JSON.stringify escapes.
      return orNull(`to_json(${column})::text`);
  }
}

const orNull = (expression: string) => `coalesce(${expression}, 'null')`;
