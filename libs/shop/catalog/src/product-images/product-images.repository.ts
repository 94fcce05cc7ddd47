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
import { Product } from '../products/product.entity';
import { ProductImage } from './product-image.entity';
import type { CreateProductImage, UpdateProductImage } from './product-images.dto';
import { productImages } from './product-images.resource';

const MAX_IMAGES_OF_PRODUCT = 100;

/** Repository of product images. Deleting a product image also deletes its uploaded image file. */
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

  /**
   * Locks the product of a new product image, because the position of the image depends on the last position
   * in the product.
   */
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
    await checkLimit(tx, String(relationships['product']));
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

/**
 * Throws 403 if the product has the maximum number of images. Locks the product, so that concurrent requests
 * cannot exceed the limit.
 */
async function checkLimit(tx: ShopTransaction, product_id: string): Promise<void> {
  await tx.repository(Product).findOne({ where: { id: product_id }, select: ['id'], lock: 'no_key_update' });
  const images = await tx
    .repository(ProductImage)
    .find({ where: { product_id }, select: ['id'], take: MAX_IMAGES_OF_PRODUCT });
  if (images.length < MAX_IMAGES_OF_PRODUCT) return;
  throw new ApiError('limit_reached', {
    detail: `The product has ${MAX_IMAGES_OF_PRODUCT} images, which is the maximum. Delete an image first.`,
    meta: { limit: MAX_IMAGES_OF_PRODUCT },
  });
}

function unusableFile(pointer: string): ApiError {
  return new ApiError('invalid_attribute', {
    detail: 'file_id must be the id of an uploaded image file that no product image uses.',
    source: { pointer: `${pointer}/attributes/file_id` },
    meta: { attribute: 'file_id' },
  });
}
