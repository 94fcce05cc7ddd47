import { Query } from 'pg';
import type { Parameter } from './parameter';
import type { ResultRow, StatementResult } from './statement';
import { rowFormat } from './row-format';

interface RowShape {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  /**
   * A result row in which all columns are null. Copies of this object share a hidden class in V8, which makes
   * access to columns faster.
   */
  empty: ResultRow;
}

export interface Prepared {
  name: string;
  /**
   * Columns of the result rows. undefined if the statement returns no rows. Postgres reports the columns only
   * when the statement is prepared.
   */
  shape?: RowShape;
  failure?: unknown;
}

export interface Execution {
  prepared: Prepared;
  values: readonly Parameter[];
  isSilent?: boolean;
  /** SQL text of an unnamed statement, which Postgres parses only for this execution. */
  text?: string;
}

interface Field {
  name: string;
  dataTypeID: number;
}

interface Sends {
  parse(statement: { name: string; text: string }): void;
  describe(statement: { type: 'S'; name: string }): void;
  bind(portal: { statement: string; values: readonly Parameter[] }): void;
  execute(): void;
  sync(): void;
}

interface DriverQuery {
  /** Sends the query. Returns null, because pg expects an error or null. */
  submit(connection: object): null;
  handleRowDescription(message: { fields: readonly Field[] }): void;
  handleDataRow(message: { fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { text: string }): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

/**
 * Base class of queries that pg sends without waiting for earlier responses. pg requires an instance of its
 * class Query.
 */
const PipelinedQuery = Query as unknown as new (text: string) => object;

export class PrepareQuery
  extends PipelinedQuery
  implements Omit<DriverQuery, 'handleDataRow' | 'handleCommandComplete'>
{
  constructor(
    private readonly statement: string,
    private readonly prepared: Prepared,
    private readonly refused: (error: unknown) => void,
  ) {
    super(statement);
  }

  submit(connection: object): null {
    const sends = connection as Sends;
    const { name } = this.prepared;
    sends.parse({ name, text: this.statement });
    sends.describe({ type: 'S', name });
    sends.sync();
    return null;
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.prepared.shape = shapeOf(fields);
  }

  handleError(error: unknown): void {
    this.refused(error);
  }

  handleReadyForQuery(): void {
    // Executions are sent after it without waiting.
  }
}

type Done = (error: unknown, results: StatementResult[]) => void;

/**
 * Executes prepared statements and ends with one Sync of the extended query protocol. The executions are one
 * message, and one transaction if no transaction is open. pg itself would send a Sync with every statement
 * and read the column types each time.
 */
export class ExtendedQuery extends PipelinedQuery implements Omit<DriverQuery, 'handleRowDescription'> {
  private readonly results: StatementResult[] = [];
  /**
   * Result rows that have arrived. The name is not `rows`, because pg's class Query has an option of that
   * name.
   */
  private read: ResultRow[] = [];
  private at = 0;
  private failure: unknown;

  constructor(
    private readonly executions: readonly Execution[],
    /**
     * Receives the results of all executions before the first failed execution. Silent executions have no
     * result.
     */
    private readonly done: Done,
  ) {
    super('');
  }

  submit(connection: object): null {
    const sends = connection as Sends;
    for (const { prepared, values, text } of this.executions) {
      if (text !== undefined) sends.parse({ name: prepared.name, text });
      sends.bind({ statement: prepared.name, values });
      sends.execute();
    }
    sends.sync();
    return null;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.failure !== undefined) return;
    try {
      this.read.push(rowOf(this.executions[this.at]!.prepared.shape!, fields));
    } catch (error) {
      this.failure = error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { isSilent } = this.executions[this.at]!;
    this.at += 1;
    if (isSilent || this.failure !== undefined) return;
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

function rowOf({ names, parsers, empty }: RowShape, values: readonly (string | null)[]): ResultRow {
  const row = { ...empty };
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!;
    if (value !== null) row[names[at]!] = parsers[at]!(value);
  }
  return row;
}
