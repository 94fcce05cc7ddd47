import { Attribute, Text, TextArray, Timestamp, VersionedRow, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

import type { ProductStatus } from './product-states';

/** What the shop sells; what is bought is a variant of it. */
@Entity({ schema: 'shop', name: 'products' })
export class Product extends VersionedRow {
  @Attribute()
  @Word()
  title: string;

  @Attribute()
  @Word()
  handle: string;

  @Attribute()
  @Text()
  description: string;

  @Attribute()
  @Word()
  status: ProductStatus;

  @Attribute()
  @TextArray()
  tags: string[];

  @Attribute()
  @Timestamp({ nullable: true })
  published_at: string | null;
}
