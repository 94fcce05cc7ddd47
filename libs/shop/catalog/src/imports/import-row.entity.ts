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

/** A problem that an import found in a row of its file. */
export interface RowError {
  /** Name of the value. null if the error concerns the whole row. */
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
        description: 'Name of the value, such as price_amount. null if the error concerns the whole row.',
      },
      code: { type: 'string', description: 'Error code.' },
      detail: { type: 'string', description: 'Explanation for people.' },
    },
    required: ['column', 'code', 'detail'],
  },
};

/** A row of a file with the errors that an import found. */
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

  /** Handle of the product. null without a product. */
  @CollatedText({ nullable: true })
  handle: string | null;

  /** SKU of the variant. null without a variant. */
  @CollatedText({ nullable: true })
  sku: string | null;

  @Attribute('Errors of the row. null if no error was found.', { schema: errorsSchema })
  @Json({ nullable: true })
  errors: JsonText<RowError[]> | null;
}
