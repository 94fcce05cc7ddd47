import { Attribute, CollatedText, Int, Json, type JsonText, Text, Timestamp } from '@storewright/entities';
import { AuthoredRow } from '@storewright/tenancy';
import { Entity } from 'typeorm';

import { type ImportKind, importKinds, type ImportState } from './import-states';

export interface FileColumn {
  header: string;
  /** Name of the catalog column. null if the CSV import ignores this column. */
  name: string | null;
}

const columnsSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      header: { type: 'string', description: 'Text in the header of the column.' },
      name: {
        type: ['string', 'null'],
        description:
          'Name of the attribute that the import reads from the column. null if the import ignores the column.',
      },
    },
    required: ['header', 'name'],
  },
};

@Entity({ schema: 'shop', name: 'imports' })
export class Import extends AuthoredRow {
  @Attribute('Kind of the import: products with their variants, or inventory.', { values: importKinds })
  @CollatedText()
  kind: ImportKind;

  @Attribute('Name of the imported file. null if the request contained no file name.')
  @Text({ nullable: true })
  file_name: string | null;

  @Attribute(
    'State of the import. checking: the rows are validated, checked: the import can start, ' +
      'running: rows are written, ' +
      'finished: all valid rows are written, cancelled: no more rows are written.',
  )
  @CollatedText()
  state: ImportState;

  @Attribute('Columns of the CSV file, in the order of the file.', { schema: columnsSchema })
  @Json()
  columns: JsonText<FileColumn[]>;

  @Attribute('Delimiter of the CSV file: comma, semicolon or tab.')
  @CollatedText()
  delimiter: string;

  @Attribute('Number of rows in the CSV file, without the header.')
  @Int()
  row_count: number;

  @Attribute('Number of rows that have been validated so far.')
  @Int()
  checked_count: number;

  @Attribute('Number of rows that have been written to the catalog so far.')
  @Int()
  done_count: number;

  @Attribute('Number of rows with errors. The import does not write these rows.')
  @Int()
  failed_count: number;

  /** Number of the last row that the current step of the CSV import has processed. */
  @Int()
  position: number;

  @Attribute('Time at which the import started to write rows. null until then.')
  @Timestamp({ nullable: true })
  started_at: string | null;

  @Attribute('Time at which the import was finished or cancelled. null until then.')
  @Timestamp({ nullable: true })
  ended_at: string | null;
}
