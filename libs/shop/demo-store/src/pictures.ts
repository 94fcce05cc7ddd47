import { createHash } from 'node:crypto';
import type { DemoRow } from './orders';
import drawings from './pictures.json';

/** A demo picture as WebP in base64, keyed by maximum width and height in pixels. */
interface Drawing {
  alt_text: string;
  sides: Readonly<Record<string, string>>;
}

/**
 * Rows for the images of some demo products, keyed by table. The demo store keeps images in Postgres even if
 * product images are in a bucket.
 */
export function picturesOf(products: readonly DemoRow[]): Record<string, DemoRow[]> {
  const pictures = products.flatMap((product) =>
    (drawingsOf(String(product['handle'])) ?? []).map((drawing, at) => pictureOf(product, drawing, at + 1)),
  );
  return {
    image_files: pictures.map(({ file }) => file),
    image_contents: pictures.flatMap(({ contents }) => contents),
    product_images: pictures.map(({ image }) => image),
  };
}

const drawingsOf = (handle: string): readonly Drawing[] | undefined =>
  (drawings as Readonly<Record<string, readonly Drawing[]>>)[handle];

function pictureOf({ id, created_at }: DemoRow, { alt_text, sides }: Drawing, position: number) {
  const file_id = idFrom(`${String(id)} file ${position}`);
  const sizes = Object.keys(sides).map((side) => ({
    url: `/api/image_files/${file_id}/${side}.webp`,
    ...{ width: Number(side), height: Number(side) },
  }));
  const { width, height } = sizes.at(-1)!;
  const file = { id: file_id, status: 'used', width, height, sizes, created_at };
  const contents = Object.entries(sides).map(([side, base64]) => ({
    ...{ file_id, side: Number(side) },
    bytes: `\\x${Buffer.from(base64, 'base64').toString('hex')}`,
  }));
  const image = {
    ...{ id: idFrom(`${String(id)} image ${position}`), product_id: id, file_id, alt_text, position },
    ...{ width, height, sizes, version: 1, created_at, updated_at: created_at },
  };
  return { file, contents, image };
}

/** Returns a UUID that depends only on the text (RFC 9562 §5.8). */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
