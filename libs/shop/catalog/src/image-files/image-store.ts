import type { ReadContext } from '@storewright/tenancy';

export interface StoredImage {
  /** Maximum width and height of the image in pixels: 160, 640 or 1600. */
  side: number;
  bytes: Buffer;
}

/** Stores the product images of a shop. A stored image never changes. */
export abstract class ImageStore {
  /** Stores a new image file in all sizes. */
  abstract write(rows: ReadContext, file_id: string, images: readonly StoredImage[]): Promise<void>;
  abstract read(rows: ReadContext, file_id: string, side: number): Promise<Buffer | undefined>;
  /** Deletes an image file in all sizes. Does nothing if the image file is missing. */
  abstract delete(rows: ReadContext, file_id: string): Promise<void>;
  /** Deletes the images of a shop that have no database row, for example after a reset of the shop. */
  abstract deleteOrphans(rows: ReadContext): Promise<void>;
}
