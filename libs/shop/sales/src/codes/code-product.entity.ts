import { ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A product that a code is for; without any it is for all. */
@Entity({ schema: 'shop', name: 'code_products' })
export class CodeProduct extends ShopRow {
  @Uuid({ primary: true })
  code_id: string;

  @Uuid({ primary: true })
  product_id: string;
}
