import { Inject, Injectable } from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import type { ParsedResource, DocumentRow } from '@storewright/json-api';
import { type Change, checkTransition, ResourceRepository } from '@storewright/resources';
import type { ShopTransaction } from '@storewright/tenancy';
import { freeHandle, handleOfTitle } from './handles';
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

  protected override insertValues({ attributes }: ParsedResource<CreateProduct>): ColumnValues<Product> {
    const { status = 'draft', description = '', tags = [], title, handle } = attributes;
    const published_at = attributes.published_at ?? (status === 'active' ? this.now() : null);
    return { title, handle, description, status, tags, published_at };
  }

  protected override insertValuesTogether(input: ParsedResource<CreateProduct>): ColumnValues<Product> {
    const values = this.insertValues(input);
    return { ...values, handle: values.handle ?? handleOfTitle(values.title!) };
  }

  override insertMayBeRepeated({ attributes }: ParsedResource<CreateProduct>): boolean {
    return attributes.handle === undefined;
  }

  /** The handle of a product without one follows from its title. */
  override uniqueValuesOf(input: Pick<ParsedResource<CreateProduct>, 'attributes'>): [string, string][] {
    const { handle, title } = input.attributes;
    const isGenerated = handle === undefined && title !== undefined;
    return isGenerated ? [['handle', handleOfTitle(title)]] : super.uniqueValuesOf(input);
  }

  /** A handle that was not sent is made of the title, and found free by the statement that writes it. */
  protected override insertRow(
    tx: ShopTransaction,
    values: ColumnValues<Product>,
    input: Pick<ParsedResource<CreateProduct>, 'id' | 'pointer'>,
  ): Promise<DocumentRow> {
    if (values.handle !== undefined) return super.insertRow(tx, values, input);
    return super.insertRow(tx, { ...values, handle: handleOfTitle(values.title!) }, input, freeHandle);
  }

  /** A state may only follow some others, and the first one that publishes sets the time. */
  protected override updateValues({
    attributes,
  }: ParsedResource<UpdateProduct>): Change<Product> | undefined {
    return attributes.status === undefined ? { values: { ...attributes } } : undefined;
  }

  protected override beforeUpdate(
    _tx: ShopTransaction,
    product: Row<Product>,
    { attributes, pointer }: ParsedResource<UpdateProduct>,
  ): ColumnValues<Product> {
    const { status } = attributes;
    if (status !== undefined)
      checkTransition(productStates, product.status, status, `${pointer}/attributes/status`, 'products.get');
    const isFirst =
      status === 'active' && product.published_at === null && attributes.published_at === undefined;
    return { ...attributes, ...(isFirst && { published_at: this.now() }) };
  }

  private now(): string {
    return new Date(this.database.clock.now()).toISOString();
  }
}
