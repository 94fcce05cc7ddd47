import { Bytea, Int, ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** An image file in one size, encoded as WebP. Lists never read these rows. */
@Entity({ schema: 'shop', name: 'image_contents' })
export class ImageContent extends ShopRow {
  @Uuid({ primary: true })
  file_id: string;

  /** Maximum width and height of the image in pixels: 160, 640 or 1600. */
  @Int({ primary: true })
  side: number;

  @Bytea()
  bytes: Buffer;
}
