import { Query } from 'pg';
import type { Parameter } from './parameter';
import type { ResultRow, StatementResult } from './statement';
import { rowFormat } from './row-format';

/** How the columns of a prepared statement become those of a row. */
interface RowShape {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  /** With all of its columns, so that the rows are of one kind for the engine. */
  empty: ResultRow;
}

/** A statement that is prepared on a connection. */
export interface Prepared {
  name: string;
  /** Of its rows, if it has any: told when it is prepared, and never anything else for as long as it is. */
  shape?: RowShape;
  /** Why Postgres would not prepare it. */
  failure?: unknown;
}

/** A prepared statement with its values. */
export interface Execution {
  prepared: Prepared;
  values: readonly Parameter[];
  /** Nobody wants its result: of BEGIN and settings. */
  isSilent?: boolean;
}

interface Field {
  name: string;
  dataTypeID: number;
}

/** What the driver's connection sends, as its own queries and its cursors have it send; its types are of an earlier version. */
interface Sends {
  parse(statement: { name: string; text: string }): void;
  describe(statement: { type: 'S'; name: string }): void;
  bind(portal: { statement: string; values: readonly Parameter[] }): void;
  execute(): void;
  sync(): void;
}

/** What the driver calls of a query, beyond its types. */
interface DriverQuery {
  /** Gives why it can't be sent. */
  submit(connection: object): null;
  handleRowDescription(message: { fields: readonly Field[] }): void;
  handleDataRow(message: { fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: { text: string }): void;
  handleError(error: unknown): void;
  handleReadyForQuery(): void;
}

/** The driver sends others together only where they are of this class. */
const PipelinedQuery = Query as unknown as new (text: string) => object;

/** Prepares a statement, and asks once of what kind its rows are. */
export class PrepareQuery
  extends PipelinedQuery
  implements Omit<DriverQuery, 'handleDataRow' | 'handleCommandComplete'>
{
  constructor(
    private readonly statement: string,
    private readonly prepared: Prepared,
    /** Postgres refused it. */
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
    // Nobody waits for it: what executes it comes behind it.
  }
}

type Done = (error: unknown, results: StatementResult[]) => void;

/**
 * Executes prepared statements up to one Sync of the extended query protocol: one message, and one transaction where none is open. The driver sends one statement with each
 * Sync, and asks each time of what kind its rows are.
 */
export class ExtendedQuery extends PipelinedQuery implements Omit<DriverQuery, 'handleRowDescription'> {
  private readonly results: StatementResult[] = [];
  /** Not `rows`, which is an option of the driver. */
  private read: ResultRow[] = [];
  private at = 0;
  private failure: unknown;

  constructor(
    private readonly executions: readonly Execution[],
    /** The results of those that are not silent, up to the first one that failed. */
    private readonly done: Done,
  ) {
    super('');
  }

  submit(connection: object): null {
    const sends = connection as Sends;
    for (const { prepared, values } of this.executions) {
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
