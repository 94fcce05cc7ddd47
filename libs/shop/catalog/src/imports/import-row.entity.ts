import {
  Attribute,
  CollatedText,
  IdentifiedRow,
  Int,
  Json,
  type JsonText,
  Uuid,
} from '@storewright/entities';
import { Entity } from 'typeorm';

export interface RowError {
  /** Name of the column with the error. null if the error concerns the whole row. */
  column: string | null;
  code: string;
  detail: string;
}

const errorsSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      column: {
        type: ['string', 'null'],
        description:
          'Name of the column with the error, such as price_amount. null if the error concerns the whole row.',
      },
      code: { type: 'string', description: 'Error code.' },
      detail: { type: 'string', description: 'Human-readable explanation of the error.' },
    },
    required: ['column', 'code', 'detail'],
  },
};

@Entity({ schema: 'shop', name: 'import_rows' })
export class ImportRow extends IdentifiedRow {
  @Uuid()
  import_id: string;

  @Attribute('Number of the row in the file. The header is row 1.')
  @Int()
  number: number;

  @Attribute('Text of each cell, in the order of the columns.', {
    schema: { type: 'array', items: { type: 'string' } },
  })
  @Json()
  cells: JsonText<string[]>;

  /** Handle of the product. null if the row has neither handle nor title, and in an inventory import. */
  @CollatedText({ nullable: true })
  handle: string | null;

  /** SKU of the variant. null if the cell is empty. */
  @CollatedText({ nullable: true })
  sku: string | null;

  @Attribute('Errors of the row. null if no error was found.', { schema: errorsSchema })
  @Json({ nullable: true })
  errors: JsonText<RowError[]> | null;
}
