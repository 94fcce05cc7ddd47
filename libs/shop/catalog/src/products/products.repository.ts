import { Inject, Injectable } from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import type { ParsedResource } from '@storewright/json-api';
import { checkTransition, type NewObjectInput, ResourceRepository } from '@storewright/resources';
import type { InsertValues } from '@storewright/tenancy';
import { freeHandle } from './handles';
import type { Product } from './product.entity';
import { productStates } from './product-states';
import type { CreateProduct, UpdateProduct } from './products.dto';
import { products } from './products.resource';

@Injectable()
export class ProductsRepository extends ResourceRepository<Product, CreateProduct, UpdateProduct> {
  static override readonly resource = products;
  protected override readonly unique = { handle: 'handle' };

  constructor(@Inject(ShopDatabase) private readonly database: Pick<ShopDatabase, 'clock'>) {
    super();
  }

  protected override beforeInsert({ attributes }: NewObjectInput<CreateProduct>): InsertValues<Product> {
    const { status = 'draft', description = '', tags = [], title } = attributes;
    const { handle = freeHandle(title) } = attributes;
    const published_at = attributes.published_at ?? (status === 'active' ? this.now() : null);
    return { title, handle, description, status, tags, published_at };
  }

  /** Sets published_at when a product becomes active for the first time. */
  protected override beforeUpdate(
    { attributes, pointer }: ParsedResource<UpdateProduct>,
    product: Row<Product>,
  ): ColumnValues<Product> {
    const { status, published_at } = attributes;
    if (status === undefined) return { ...attributes };
    checkTransition(productStates, product.status, status, `${pointer}/attributes/status`, 'products.get');
    const isFirst = status === 'active' && product.published_at === null && published_at === undefined;
    return { ...attributes, ...(isFirst && { published_at: this.now() }) };
  }

  private now(): string {
    return new Date(this.database.clock.now()).toISOString();
  }
}
