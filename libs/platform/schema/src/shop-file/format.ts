import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { SchemaName } from '../roles';

/**
 * Format of an export file: JSON lines with a header, then each table with its columns and rows, then a
 * trailer.
 */
export const formatName = 'storewright-shop';
export const formatVersion = 1;

export interface Header {
  format: typeof formatName;
  version: number;
  /** Name of the newest migration of each schema. The importing platform must have the same migrations. */
  schema: Record<SchemaName, string>;
  shop: { id: string; domain: string };
  exported_at: string;
}

export interface TableLine {
  table: string;
  columns: string[];
}

/** Line of an export file with one row. Values have the text format of Postgres. */
export type RowLine = (string | null)[];

/** Last line of an export file: the number of rows per table, and the SHA-256 of all preceding lines. */
export interface Trailer {
  end: { rows: Record<string, number>; sha256: string };
}

export interface CheckedFile {
  header: Header;
  rows: Record<string, number>;
}

/** Reads a whole export file. Throws if the file is incomplete or its checksum is wrong. */
export async function checkFile(path: string): Promise<CheckedFile> {
  const hash = createHash('sha256');
  let header: Header | undefined;
  let last: Buffer | undefined;
  for await (const line of linesOf(path)) {
    header ??= headerIn(line);
    if (last) hash.update(last).update('\n');
    last = line;
  }
  const end = last && trailerIn(last);
  if (!header || !end) throw new Error('the file has no last line: it was cut short. Export the shop again.');
  if (end.sha256 !== hash.digest('hex'))
    throw new Error('the checksum is another one: the file was changed or damaged. Export the shop again.');
  return { header, rows: end.rows };
}

export async function* contentsOf(path: string): AsyncGenerator<TableLine | RowLine> {
  let first = true;
  for await (const line of linesOf(path)) {
    const content = JSON.parse(line.toString()) as TableLine | RowLine | Trailer;
    if (!first && !('end' in content)) yield content;
    first = false;
  }
}

/**
 * Yields complete lines and drops an incomplete last line. Splits only at line feeds, because JSON text can
 * contain other Unicode line separators.
 */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let left: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...left, chunk.subarray(from, end)]);
      [left, from] = [[], end + 1];
    }
    left.push(chunk.subarray(from));
  }
}

function headerIn(line: Buffer): Header {
  const header = parsed(line) as Partial<Header> | undefined;
  if (header?.format !== formatName) throw new Error('the file is no export of a shop.');
  if (header.version !== formatVersion)
    throw new Error(
      `the file has version ${header.version} of the format, and this program reads ${formatVersion}.`,
    );
  return header as Header;
}

const trailerIn = (line: Buffer) => (parsed(line) as Partial<Trailer> | undefined)?.end;

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString()) ?? undefined;
  } catch {
    return undefined;
  }
}
