import type { ReadContext } from '@storewright/tenancy';

/** One stored size of an image file. */
export interface StoredImage {
  /** Limit of both sides in pixels: 160, 640 or 1600. */
  side: number;
  bytes: Buffer;
}

/** Stores the contents of image files of one shop. A file never changes. */
export abstract class ImageStore {
  /** Stores all sizes of a file. Stores the same contents again after a retry. */
  abstract write(rows: ReadContext, file_id: string, images: readonly StoredImage[]): Promise<void>;
  abstract read(rows: ReadContext, file_id: string, side: number): Promise<Buffer | undefined>;
  /** Deletes all sizes of a file. Deleting a missing file changes nothing. */
  abstract delete(rows: ReadContext, file_id: string): Promise<void>;
  /** Deletes contents of the shop whose file does not exist, such as those from before a reset of the shop. */
  abstract deleteOrphans(rows: ReadContext): Promise<void>;
}
