import { Injectable } from '@nestjs/common';
import { insertRows, newId } from '@storewright/database';
import { type Row, tableOf } from '@storewright/entities';
import { handleOf } from '@storewright/text';
import { authorOf, type RowsOfShop } from '@storewright/tenancy';
import { textsOf } from './cell-values';
import { type CsvFile, type FileRow, openCsvFile } from './csv-file';
import { columnsOf } from './file-columns';
import { type FileColumn, Import } from './import.entity';
import type { ImportKind } from './import-states';
import { ImportRow, type RowError } from './import-row.entity';
import { invalidFile } from './invalid-file';

const BATCH_SIZE = 1_000;

interface Upload {
  kind: ImportKind;
  fileName: string | undefined;
  body: AsyncIterable<Uint8Array>;
}

type StoredRow = FileRow & { handle: string | null; sku: string | null; errors: RowError[] | null };

@Injectable()
export class ImportUploads {
  /**
   * Inserts CSV rows while the server receives the file, and finally inserts the import. Uses no transaction,
   * because a transaction would hold a database connection during the whole upload. Throws 413 or 422 for an
   * invalid file.
   */
  async store(rows: RowsOfShop, { kind, fileName, body }: Upload): Promise<Row<Import>> {
    const id = newId();
    const file = await openCsvFile(body);
    const columns = columnsOf(kind, file.header);
    try {
      const row_count = await this.storeRows(rows, id, { file, columns, kind });
      if (row_count === 0)
        throw invalidFile('empty', 'The file has a header but no rows. Add at least one row.');
      return await rows.repository(Import).insert({
        ...{ id, kind, file_name: fileName ?? null, state: 'checking', columns, delimiter: file.delimiter },
        ...{ row_count, checked_count: 0, done_count: 0, failed_count: 0, position: 0 },
        ...authorOf(rows.shop),
      });
    } catch (error) {
      await rows.repository(ImportRow).delete({ import_id: id });
      throw error;
    }
  }

  private async storeRows(
    rows: RowsOfShop,
    id: string,
    { file, columns, kind }: { file: CsvFile; columns: readonly FileColumn[]; kind: ImportKind },
  ): Promise<number> {
    let count = 0;
    let batch: StoredRow[] = [];
    const flush = async () => {
      if (batch.length > 0) await rows.query(insertStatement(rows.shop.id, id, batch));
      count += batch.length;
      batch = [];
    };
    for await (const row of file.rows) {
      batch.push(storedRow(kind, file, columns, row));
      if (batch.length === BATCH_SIZE) await flush();
    }
    await flush();
    return count;
  }
}

function storedRow(
  kind: ImportKind,
  { delimiter }: CsvFile,
  columns: readonly FileColumn[],
  { number, cells }: FileRow,
): StoredRow {
  const errors: RowError[] = [];
  if (cells.length > columns.length)
    errors.push({
      column: null,
      code: 'invalid_attribute',
      detail: `The row has ${cells.length} cells, but the header has only ${columns.length}. Remove the extra cells.`,
    });
  if (cells.some((cell) => cell.includes('\0')))
    errors.push({
      column: null,
      code: 'invalid_text',
      detail: 'A cell contains the character U+0000. Remove this character.',
    });
  const storable = cells.slice(0, columns.length).map((cell) => cell.replaceAll('\0', '\uFFFD'));
  const texts = textsOf(columns, storable, delimiter);
  const handle = kind === 'products' ? handleIn(texts) : null;
  const sku = texts.get('sku')?.trim() ?? null;
  return { number, cells: storable, handle, sku, errors: errors.length > 0 ? errors : null };
}

/**
 * Returns the product handle of a CSV row. Derives a missing handle from the title, so that a second import
 * of the file updates the same product.
 */
function handleIn(texts: ReadonlyMap<string, string>): string | null {
  const title = texts.get('title');
  return texts.get('handle')?.trim() ?? (title === undefined ? null : handleOf(title) || 'product');
}

function insertStatement(shop_id: string, import_id: string, batch: readonly StoredRow[]) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return insertRows({
    name: 'import-rows',
    table: tableOf(ImportRow),
    same: { shop_id, import_id },
    each: {
      id: { type: 'uuid', values: batch.map(() => newId()) },
      number: { type: 'integer', values: batch.map(({ number }) => number) },
      cells: { type: 'jsonb', values: batch.map(({ cells }) => json(cells)) },
      handle: { type: 'text', values: batch.map(({ handle }) => handle) },
      sku: { type: 'text', values: batch.map(({ sku }) => sku) },
      errors: { type: 'jsonb', values: batch.map(({ errors }) => json(errors)) },
    },
  });
}
