import { allInOrder } from '@storewright/database';
import { type Bucket, IMAGE_SIDES_PX } from '@storewright/images';
import { isUuid } from '@storewright/json-api';
import type { ReadContext } from '@storewright/tenancy';
import { ImageFile } from './image-file.entity';
import { ImageStore, type StoredImage } from './image-store';
import { PostgresImageStore } from './postgres-image-store';

const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
};

/**
 * Stores product images in a bucket, under keys that begin with the shop id. Also reads and deletes images in
 * Postgres, which remain there until an operator moves them to the bucket (docs/operating.md).
 */
export class BucketImageStore extends ImageStore {
  private readonly postgres = new PostgresImageStore();

  constructor(private readonly bucket: Bucket) {
    super();
  }

  async write(rows: ReadContext, file_id: string, images: readonly StoredImage[]): Promise<void> {
    await allInOrder(
      images.map(({ side, bytes }) => this.bucket.put(keyOf(rows, file_id, side), bytes, HEADERS)),
    );
  }

  async read(rows: ReadContext, file_id: string, side: number): Promise<Buffer | undefined> {
    const read = () => this.bucket.get(keyOf(rows, file_id, side));
    // Reads the bucket a second time, because an operator can move the image from Postgres to the bucket
    // during this request.
    return (await read()) ?? (await this.postgres.read(rows, file_id, side)) ?? (await read());
  }

  async delete(rows: ReadContext, file_id: string): Promise<void> {
    await allInOrder(IMAGE_SIDES_PX.map((side) => this.bucket.delete(keyOf(rows, file_id, side))));
    await this.postgres.delete(rows, file_id);
  }

  async deleteOrphans(rows: ReadContext): Promise<void> {
    for await (const key of this.bucket.keys(`${rows.shop.id}/`)) {
      const [, id = ''] = key.split('/');
      // Images without a database row are orphans, because an upload inserts the row before it stores the
      // images.
      const isOrphan = isUuid(id) && !(await rows.repository(ImageFile).exists({ where: { id } }));
      if (isOrphan) await this.bucket.delete(key);
    }
  }
}

const keyOf = ({ shop }: ReadContext, file_id: string, side: number) => `${shop.id}/${file_id}/${side}.webp`;
