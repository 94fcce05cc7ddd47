import type { Row } from '@storewright/json-api';
import { Query } from 'pg';
import type { StatementResult } from './prepared-client';
import { rowFormat } from './row-format';

/** How the columns of a prepared statement become those of a row. */
interface RowShape {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  /** With all of its columns, so that the rows are of one kind for the engine. */
  empty: Row;
}

/** What Postgres told of the rows of a prepared statement: it tells it with each answer, and never anything else for as long as it is prepared. */
export interface Described {
  shape?: RowShape;
}

interface Field {
  name: string;
  dataTypeID: number;
}

/** What the driver calls of a query, beyond its types: one for each message of an answer. */
interface Answered {
  submit(connection: unknown): void;
  handleRowDescription(message: { fields: readonly Field[] }): void;
  handleDataRow(message: { fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { text: string }): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

type Done = (error: unknown, results: StatementResult[]) => void;

/**
 * One message that executes prepared statements, behind settings of which nothing is told. What the driver does for any text it would do for each answer anew: find out how
 * columns are parsed, make a result for each setting, and tell listeners that nobody is.
 */
export class ExecuteQuery extends Query implements Answered {
  private readonly results: StatementResult[] = [];
  private shape: RowShape | undefined;
  /** Not `rows`, which is an option of the driver. */
  private read: Row[] = [];
  private failure: unknown;

  constructor(
    text: string,
    /** In their order. */
    private readonly executed: readonly Described[],
    private readonly done: Done,
  ) {
    super(text);
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.shape = this.executed[this.results.length]!.shape ??= shapeOf(fields);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.failure !== undefined) return;
    try {
      this.read.push(rowOf(this.shape!, fields));
    } catch (error) {
      this.failure = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (text === 'SET' || text === 'BEGIN' || this.failure !== undefined) return;
    const [command, ...counts] = text.split(' ');
    this.results.push({ command: command!, rowCount: Number(counts.at(-1) ?? 0), rows: this.read });
    this.read = [];
  }

  handleError(error: unknown): void {
    this.done(this.failure ?? error, this.results);
  }

  handleReadyForQuery(): void {
    this.done(this.failure, this.results);
  }
}

function shapeOf(fields: readonly Field[]): RowShape {
  return {
    names: fields.map(({ name }) => name),
    parsers: fields.map(({ dataTypeID }) => rowFormat.getTypeParser(dataTypeID, 'text')),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

function rowOf({ names, parsers, empty }: RowShape, values: readonly (string | null)[]): Row {
  const row = { ...empty };
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!;
    if (value !== null) row[names[at]!] = parsers[at]!(value);
  }
  return row;
}
