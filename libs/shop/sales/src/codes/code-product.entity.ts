import { ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A product that a code is limited to. A code without such products applies to all products. */
@Entity({ schema: 'shop', name: 'code_products' })
export class CodeProduct extends ShopRow {
  @Uuid({ primary: true })
  code_id: string;

  @Uuid({ primary: true })
  product_id: string;
}
