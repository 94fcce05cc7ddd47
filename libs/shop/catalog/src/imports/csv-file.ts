import { TextDecoder } from 'node:util';
import { Readable } from 'node:stream';
import { ApiError } from '@storewright/json-api';
import { type CsvError, parse } from 'csv-parse';
import { invalidFile } from './invalid-file';

export const MAX_FILE_BYTES = 50_000_000;
/** Maximum number of rows in an imported CSV file, without the header. */
export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 100;
/** Maximum length of a CSV row in bytes. The limit allows a product description of 65,535 characters. */
const MAX_ROW_BYTES = 1_000_000;
/** Maximum number of characters of a CSV file in which the parser searches for the end of the header. */
const MAX_HEADER_LENGTH = 100_000;

const delimiters = [',', ';', '\t'] as const;
export type FileDelimiter = (typeof delimiters)[number];

export interface FileRow {
  /** Number of the row in the file. The header is row 1. */
  number: number;
  cells: string[];
}

export interface CsvFile {
  header: string[];
  delimiter: FileDelimiter;
  rows: AsyncIterable<FileRow>;
}

/**
 * Reads the header of a CSV file (RFC 4180) in UTF-8 or UTF-16. Uses the most frequent possible delimiter in
 * the first line. Throws 413 if the file is too large, and 422 if the file is invalid.
 */
export async function openCsvFile(body: AsyncIterable<Uint8Array>): Promise<CsvFile> {
  const text = decoded(body);
  let start = '';
  for (let isLine = false; !isLine;) {
    const { value, done } = await text.next();
    if (done) break;
    start += value;
    isLine = start.includes('\n') || start.length > MAX_HEADER_LENGTH;
  }
  if (start.trim() === '') throw invalidFile('empty', 'The file is empty. It must have a header and rows.');
  const delimiter = delimiterOf(start);
  const records = readRecords(restOf(start, text), delimiter);
  const { value: header } = await records.next();
  if (!header) throw invalidFile('empty', 'The file is empty. It must have a header and rows.');
  return { header: header.cells, delimiter, rows: records };
}

async function* restOf(start: string, text: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* text;
}

/** Decodes a CSV file. A byte order mark selects UTF-16. Throws 413 if the file is too large. */
async function* decoded(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  try {
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > MAX_FILE_BYTES) throw tooLarge();
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
      yield decoder.decode(piece, { stream: true });
    }
    yield decoder?.decode() ?? '';
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof TypeError)
      throw invalidFile('encoding', 'The file is not valid UTF-8. Save it as CSV with the encoding UTF-8.');
    throw new ApiError('request_timeout', {
      detail: 'The upload ended before the file was complete. Send the file again.',
      cause: error,
    });
  }
  return undefined;
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function delimiterOf(start: string): FileDelimiter {
  const line = /^[^\r\n]*/.exec(start)![0].replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((each) => line.split(each).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

/**
 * Parses CSV text into rows. Skips empty rows but counts them, so that row numbers match those in a
 * spreadsheet.
 */
async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: FileDelimiter,
): AsyncGenerator<FileRow, undefined> {
  const parser = parse({ delimiter, relax_column_count: true, max_record_size: MAX_ROW_BYTES });
  const source = Readable.from(text);
  source.once('error', (error) => parser.destroy(error));
  let number = 0;
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) {
      number += 1;
      if (cells.every((cell) => cell === '')) continue;
      if (number > MAX_ROWS + 1) throw tooManyRows();
      yield { number, cells };
    }
  } catch (error) {
    throw typeof (error as CsvError).code === 'string' && !(error instanceof ApiError)
      ? malformedRow(number + 1)
      : error;
  } finally {
    source.destroy();
  }
  return undefined;
}

const malformedRow = (number: number) =>
  invalidFile(
    'malformed_row',
    `Row ${number} is not valid CSV: its quotes are not balanced, or it is too long. Write a quote in a cell as "".`,
    { row: number },
  );

const tooManyRows = () =>
  invalidFile(
    'too_many_rows',
    `The file has more than ${MAX_ROWS} rows. Split it into several files, each with the header.`,
    { limit: MAX_ROWS },
  );

export const tooLarge = () =>
  new ApiError('payload_too_large', {
    detail: `The file is larger than ${MAX_FILE_BYTES} bytes. Split it into several files, each with the header.`,
    meta: { limit: MAX_FILE_BYTES },
  });
