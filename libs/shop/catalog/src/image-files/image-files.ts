import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Row, tableOf } from '@storewright/entities';
import type { ResizedImage } from '@storewright/images';
import { isUuid, notFound } from '@storewright/json-api';
import { type ReadContext, type RowsOfShop, type ShopTransaction, SqlValue } from '@storewright/tenancy';
import { ImageFile } from './image-file.entity';
import { imagePath, sideOf } from './image-sizes';
import { ImageStore } from './image-store';

const files = tableOf(ImageFile);
const statements = {
  use: `UPDATE ${files} SET status = 'used' WHERE shop_id = $1 AND id = $2 AND status = 'uploaded' RETURNING *`,
  discard: `UPDATE ${files} SET status = 'deleted' WHERE shop_id = $1 AND id = $2`,
  discardUnused: `UPDATE ${files} SET status = 'deleted'
    WHERE shop_id = $1 AND status = 'uploaded' AND created_at < now() - interval '1 day'`,
};

@Injectable()
export class ImageFiles {
  constructor(private readonly store: ImageStore) {}

  async add(rows: RowsOfShop, images: readonly ResizedImage[]): Promise<Row<ImageFile>> {
    const id = randomUUID();
    const { width, height } = images.at(-1)!;
    const sizes = images.map((each) => ({
      url: imagePath(id, each.side),
      width: each.width,
      height: each.height,
    }));
    // Inserts the row before the images. If storing the images fails, the cleanup job finds the row and
    // deletes the images.
    const file = await rows.repository(ImageFile).insert({
      ...{ id, status: 'uploaded', width, height, sizes },
      created_at: new SqlValue({ name: 'now', sql: 'now()' }),
    });
    await this.store.write(rows, id, images);
    return file;
  }

  async find(rows: ReadContext, id: string): Promise<Row<ImageFile>> {
    const file = isUuid(id) ? await rows.repository(ImageFile).findOne({ where: { id } }) : undefined;
    if (!file || file.status === 'deleted') throw notFound('image_files', id);
    return file;
  }

  /**
   * Returns an image file in one size, selected by the last path segment, such as `640.webp`. Throws 404 if
   * the image file is missing or deleted.
   */
  async read(rows: ReadContext, id: string, name: string): Promise<Buffer> {
    const side = sideOf(name);
    if (side === undefined) throw notFound('image_files', id);
    await this.find(rows, id);
    const bytes = await this.store.read(rows, id.toLowerCase(), side);
    if (!bytes) throw notFound('image_files', id);
    return bytes;
  }

  /**
   * Marks an image file as used by a product image. Returns undefined if the file is missing or already used.
   */
  async use(tx: ShopTransaction, id: string): Promise<Row<ImageFile> | undefined> {
    const values = [tx.shop.id, id];
    const [file] = await tx.query<Row<ImageFile>>({ name: 'image-file-use', text: statements.use, values });
    return file;
  }

  /** Stops serving an image file, which the cleanup job (`ImageCleanup`) later deletes. */
  async discard(tx: ShopTransaction, id: string): Promise<void> {
    const values = [tx.shop.id, id];
    await tx.query({ name: 'image-file-discard', text: statements.discard, values });
  }

  /**
   * Discards image files that no product image has used for a day. Returns at most `count` of the discarded
   * files, which the cleanup must delete.
   */
  async discarded(rows: ReadContext, count: number): Promise<Row<ImageFile>[]> {
    const values = [rows.shop.id];
    await rows.query({ name: 'image-file-discard-unused', text: statements.discardUnused, values });
    return rows.repository(ImageFile).find({ where: { status: 'deleted' }, take: count });
  }
}
