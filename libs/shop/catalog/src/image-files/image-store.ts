import type { ReadContext } from '@storewright/tenancy';

export interface StoredImage {
  /** Maximum width and height of the image in pixels: 160, 640 or 1600. */
  side: number;
  bytes: Buffer;
}

/** Stores the images of a shop. A stored image never changes. */
export abstract class ImageStore {
  /** Stores all sizes of an image file. A retry overwrites an image with the same bytes. */
  abstract write(rows: ReadContext, file_id: string, images: readonly StoredImage[]): Promise<void>;
  abstract read(rows: ReadContext, file_id: string, side: number): Promise<Buffer | undefined>;
  /** Deletes all sizes of an image file. Does nothing if the file is missing. */
  abstract delete(rows: ReadContext, file_id: string): Promise<void>;
  /** Deletes stored images of a shop that no image file refers to, for example after a reset of the shop. */
  abstract deleteOrphans(rows: ReadContext): Promise<void>;
}
