import type { Change } from '../../../api/operations';
import type { ProductImage } from '../../../api/product-images';

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, at) => at !== from);
  return [...others.slice(0, to), list[from]!, ...others.slice(to)];
}

/** Returns the changes that number the images from 1 in this order. Omits images with a correct position. */
export function positionChanges(images: readonly ProductImage[]): Change[] {
  return images.flatMap((object, at) =>
    object.attributes.position === at + 1 ? [] : [{ object, attributes: { position: at + 1 } }],
  );
}
