import type { Document, Page, Resource } from './documents';
import { shopDocument, shopPage } from './shop-api';
import { createObject, type Versioned } from './store';

export interface ImageSize {
  url: string;
  width: number;
  height: number;
}

export type ProductImage = Resource<
  { file_id: string; alt_text: string; position: number; width: number; height: number; sizes: ImageSize[] },
  Versioned
>;

export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** Loads the first 100 images of a product, in display order. */
export async function readImages(
  shopId: string,
  productId: string,
  signal: AbortSignal,
): Promise<ProductImage[]> {
  const path = `/api/product_images?filter[product]=${encodeURIComponent(productId)}&sort=position&page[size]=100`;
  const page: Page<ProductImage> = await shopPage<ProductImage>(shopId, path, { signal });
  return page.data;
}

export async function addImage(shopId: string, productId: string, file: File): Promise<ProductImage> {
  const { data } = await shopDocument<Document<Resource>>(shopId, '/api/image_files', {
    method: 'POST',
    body: file,
    headers: { 'content-type': file.type },
  });
  const product = { data: { type: 'products', id: productId } };
  const image = { type: 'product_images', attributes: { file_id: data.id }, relationships: { product } };
  return createObject<ProductImage>(shopId, image, data.id);
}

export async function deleteImage(shopId: string, id: string): Promise<void> {
  await shopDocument<undefined>(shopId, `/api/product_images/${encodeURIComponent(id)}`, {
    method: 'DELETE',
  });
}

export async function setVariantImage(shopId: string, id: string, image: string | null): Promise<void> {
  const data = image === null ? null : { type: 'product_images', id: image };
  const path = `/api/variants/${encodeURIComponent(id)}/relationships/image`;
  await shopDocument<undefined>(shopId, path, { method: 'PATCH', body: JSON.stringify({ data }) });
}

/**
 * Returns the smallest image size whose longer side has at least `sidePx` pixels, or the largest size if none
 * does.
 */
export function sizeFor(sizes: readonly ImageSize[], sidePx: number): ImageSize {
  return sizes.find(({ width, height }) => Math.max(width, height) >= sidePx) ?? sizes.at(-1)!;
}
