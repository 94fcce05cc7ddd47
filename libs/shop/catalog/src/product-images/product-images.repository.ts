import { Injectable } from '@nestjs/common';
import { parseJson, type Row } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import {
  type NewObjectInput,
  type PlannedWrite,
  type RelatedWrites,
  ResourceRepository,
  type RowLock,
} from '@storewright/resources';
import type { InsertValues, ShopTransaction } from '@storewright/tenancy';
import { ImageCleanup } from '../image-files/image-cleanup';
import { ImageFiles } from '../image-files/image-files';
import { nextPosition } from '../next-position';
import { ProductImage } from './product-image.entity';
import type { CreateProductImage, UpdateProductImage } from './product-images.dto';
import { productImages } from './product-images.resource';

/** Images of products. Each uses one uploaded file, which is deleted with the image. */
@Injectable()
export class ProductImagesRepository extends ResourceRepository<
  ProductImage,
  CreateProductImage,
  UpdateProductImage
> {
  static override readonly resource = productImages;

  constructor(
    private readonly files: ImageFiles,
    private readonly cleanup: ImageCleanup,
  ) {
    super();
  }

  /** A new image locks its product, because the last position of the product determines the position. */
  override async locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<CreateProductImage, UpdateProductImage>[],
  ): Promise<RowLock[]> {
    const products = writes.flatMap((write): RowLock[] =>
      write.op === 'add'
        ? [{ type: 'products', id: String(write.input.relationships['product']), lock: 'no_key_update' }]
        : [],
    );
    return [...(await super.locksOf(tx, writes)), ...products];
  }

  protected override async beforeInsert(
    { attributes, relationships, pointer }: NewObjectInput<CreateProductImage>,
    tx: ShopTransaction,
  ): Promise<InsertValues<ProductImage>> {
    const { file_id, alt_text = '' } = attributes;
    const file = await this.files.use(tx, file_id);
    if (!file) throw unusableFile(pointer);
    const { width, height } = file;
    const { position = nextPosition(ProductImage, String(relationships['product'])) } = attributes;
    return { file_id, alt_text, position, width, height, sizes: parseJson(file.sizes) };
  }

  protected override beforeDelete({ file_id }: Row<ProductImage>, tx: ShopTransaction): RelatedWrites {
    this.cleanup.schedule(tx.shop);
    return { after: () => [this.files.discard(tx, file_id)] };
  }
}

function unusableFile(pointer: string): ApiError {
  return new ApiError('invalid_attribute', {
    detail: 'file_id must be the id of an uploaded image file that no product image uses.',
    source: { pointer: `${pointer}/attributes/file_id` },
    meta: { attribute: 'file_id' },
  });
}
