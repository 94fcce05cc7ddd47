import { Attribute, Text, TextArray, Timestamp, VersionedRow, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

import type { ProductStatus } from './product-states';

/** What the shop sells; what is bought is a variant of it. */
@Entity({ schema: 'shop', name: 'products' })
export class Product extends VersionedRow {
  @Attribute('What the shop calls it.')
  @Word()
  title: string;

  @Attribute('Its name in addresses, unique in the shop.')
  @Word()
  handle: string;

  @Attribute('What it is, for customers.')
  @Text()
  description: string;

  @Attribute('Whether it is for sale: a draft is not yet, an archived one not any more.')
  @Word()
  status: ProductStatus;

  @Attribute('Words of the shop’s own.')
  @TextArray()
  tags: string[];

  @Attribute('When it first became active, or what the shop says.')
  @Timestamp({ nullable: true })
  published_at: string | null;
}
