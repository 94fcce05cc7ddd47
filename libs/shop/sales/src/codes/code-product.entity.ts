import { ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A product to which a discount code is limited. A code without such rows applies to all products. */
@Entity({ schema: 'shop', name: 'code_products' })
export class CodeProduct extends ShopRow {
  @Uuid({ primary: true })
  code_id: string;

  @Uuid({ primary: true })
  product_id: string;
}
