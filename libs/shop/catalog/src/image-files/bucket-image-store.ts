import { allInOrder } from '@storewright/database';
import { type Bucket, IMAGE_SIDES_PX } from '@storewright/images';
import type { ReadContext } from '@storewright/tenancy';
import { ImageStore, type StoredImage } from './image-store';

const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
};

/** Stores images in a bucket. The key of an object begins with the id of its shop. */
export class BucketImageStore extends ImageStore {
  constructor(private readonly bucket: Bucket) {
    super();
  }

  async write(rows: ReadContext, file_id: string, images: readonly StoredImage[]): Promise<void> {
    await allInOrder(
      images.map(({ side, bytes }) => this.bucket.put(keyOf(rows, file_id, side), bytes, HEADERS)),
    );
  }

  read(rows: ReadContext, file_id: string, side: number): Promise<Buffer | undefined> {
    return this.bucket.get(keyOf(rows, file_id, side));
  }

  async delete(rows: ReadContext, file_id: string): Promise<void> {
    await allInOrder(IMAGE_SIDES_PX.map((side) => this.bucket.delete(keyOf(rows, file_id, side))));
  }
}

const keyOf = ({ shop }: ReadContext, file_id: string, side: number) => `${shop.id}/${file_id}/${side}.webp`;
