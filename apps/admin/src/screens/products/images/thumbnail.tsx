import type { ReactNode } from 'react';
import type { Resource } from '../../../api/documents';
import { type ProductImage, sizeFor } from '../../../api/product-images';
import { Icon } from '../../../parts/icon';
import styles from './images.module.css';

const SIDE_PX = 96;

/** Returns the first image of each product on a page, keyed by product id. */
export function firstImages(included: readonly Resource<object>[]): ReadonlyMap<string, ProductImage> {
  const images = included
    .filter((each): each is ProductImage => each.type === 'product_images')
    .toSorted((a, b) => a.attributes.position - b.attributes.position || (a.id < b.id ? -1 : 1));
  const first = new Map<string, ProductImage>();
  for (const image of images) {
    const product = productOf(image);
    if (product !== undefined && !first.has(product)) first.set(product, image);
  }
  return first;
}

function productOf({ relationships }: ProductImage): string | undefined {
  const data = relationships?.['product']?.data;
  return data && !Array.isArray(data) ? (data as { id: string }).id : undefined;
}

/** Small image beside the title of a product. Hidden from screen readers, because the title names the product. */
export function Thumbnail({ image }: { image: ProductImage | undefined }): ReactNode {
  return (
    <span className={styles['thumbnail']} aria-hidden="true">
      {image ? (
        <img src={sizeFor(image.attributes.sizes, SIDE_PX).url} alt="" loading="lazy" decoding="async" />
      ) : (
        <Icon name="image" size={18} />
      )}
    </span>
  );
}
