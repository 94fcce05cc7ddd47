import { Attribute, Text, TextArray, Timestamp, VersionedRow, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

import type { ProductStatus } from './product-states';

/** An article in the catalog. Customers buy its variants. */
@Entity({ schema: 'shop', name: 'products' })
export class Product extends VersionedRow {
  @Attribute('Title of the product.')
  @CollatedText()
  title: string;

  @Attribute('URL name of the product, unique in the shop. Derived from the title by default.')
  @CollatedText()
  handle: string;

  @Attribute('Description for customers.')
  @Text()
  description: string;

  @Attribute('draft is not on sale yet, active is on sale, archived is no longer on sale.')
  @CollatedText()
  status: ProductStatus;

  @Attribute('Free-form labels for search and organization.')
  @TextArray()
  tags: string[];

  @Attribute('Time of publication. Set when the product first becomes active, unless sent.')
  @Timestamp({ nullable: true })
  published_at: string | null;
}
