import { Attribute, Text, TextArray, Timestamp, VersionedRow, CollatedText } from '@storewright/entities';
import { Entity } from 'typeorm';

import type { ProductStatus } from './product-states';

@Entity({ schema: 'shop', name: 'products' })
export class Product extends VersionedRow {
  @Attribute('Title of the product.')
  @CollatedText()
  title: string;

  @Attribute(
    'URL path segment of the product page, unique within the shop. Derived from the title by default.',
  )
  @CollatedText()
  handle: string;

  @Attribute('Description of the product for customers.')
  @Text()
  description: string;

  @Attribute(
    'Status of the product: draft (not yet on sale), active (on sale) or archived (no longer on sale).',
  )
  @CollatedText()
  status: ProductStatus;

  @Attribute('Free-form labels for search and organization.')
  @TextArray()
  tags: string[];

  @Attribute(
    'Time of publication. Defaults to the time at which the product first becomes active. null until then.',
  )
  @Timestamp({ nullable: true })
  published_at: string | null;
}
