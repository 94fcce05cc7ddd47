import { Readable } from 'node:stream';
import type { ListQuery, Resource, DocumentRow } from '@storewright/json-api';
import type { Position, Page } from '@storewright/pages';
import { csvOf } from './csv';
import type { Delimiter } from './csv-cell';

export interface ExportFormat {
  mediaType: string;
  begin: string;
  object(row: DocumentRow): string;
  /**
   * Returns the text that follows each page of an export. The cursor in this text lets a client resume an
   * interrupted export.
   */
  place(cursor: string, count: number): string;
  end(count: number): string;
}

export const ndjson = 'application/x-ndjson';
export const csv = 'text/csv';

export function formatOf(
  mediaType: string,
  resource: Resource,
  query: ListQuery,
  origin: string,
  delimiter?: Delimiter,
): ExportFormat {
  if (mediaType === csv) {
    const { header, linesOf } = csvOf(resource, query, delimiter);
    const begin = query.after ? '' : header;
    return {
      mediaType: `${csv}; charset=utf-8; header=present`,
      begin,
      object: linesOf,
      place: nothing,
      end: nothing,
    };
  }
  const meta = (members: object) => `${JSON.stringify({ meta: members })}\n`;
  return {
    mediaType: ndjson,
    begin: '',
    object: (row) => `${resource.render(row, origin, query.fields)}\n`,
    place: (cursor, count) => meta({ cursor, count }),
    end: (count) => meta({ complete: true, count }),
  };
}

const nothing = () => '';

/**
 * Reads the next page of the exported list, after a cursor. Throws if the token lost the permission to read
 * the list.
 */
export type ReadPage = (after: Position | undefined) => Promise<Page>;

/**
 * Streams an export page by page. Reads a page only after the client has consumed the previous page, and
 * holds no database connection between pages. The caller reads the page `first`, so that its errors can still
 * produce an error response.
 */
export function exportStream(query: ListQuery, first: Page, read: ReadPage, format: ExportFormat): Readable {
  const cursorOf = (position: Position) => query.cursors.encode(query.order, position);
  async function* text(): AsyncGenerator<string> {
    let count = 0;
    for (let page = first, begin = format.begin; ; begin = '') {
      count += page.rows.length;
      const position = page.hasMore ? page.lastPosition : page.end;
      const end = position ? format.place(cursorOf(position), count) : format.end(count);
      const lines = begin + page.rows.map((row) => format.object(row)).join('') + end;
      if (lines !== '') yield lines;
      if (!position) return;
      page = await read(position);
    }
  }
  // The response is a byte stream, because an object stream would read several pages ahead.
  return Readable.from(text(), { objectMode: false });
}
