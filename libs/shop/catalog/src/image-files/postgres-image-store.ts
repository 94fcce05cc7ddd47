import { allInOrder } from '@storewright/database';
import type { ReadContext } from '@storewright/tenancy';
import { ImageContent } from './image-content.entity';
import { ImageStore, type StoredImage } from './image-store';

/** Stores images in the shop database, so that backups of the database include the images. */
export class PostgresImageStore extends ImageStore {
  async write(rows: ReadContext, file_id: string, images: readonly StoredImage[]): Promise<void> {
    const contents = rows.repository(ImageContent);
    await allInOrder(images.map(({ side, bytes }) => contents.insert({ file_id, side, bytes })));
  }

  async read(rows: ReadContext, file_id: string, side: number): Promise<Buffer | undefined> {
    return (await rows.repository(ImageContent).findOne({ where: { file_id, side } }))?.bytes;
  }

  async delete(rows: ReadContext, file_id: string): Promise<void> {
    await rows.repository(ImageContent).delete({ file_id });
  }

  /** Does nothing, because a foreign key prevents stored images without a row of an image file. */
  async deleteOrphans(): Promise<void> {}
}
