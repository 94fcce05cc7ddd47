import { Bytea, CollatedText, ShopRow } from '@storewright/rows';
import { Entity } from 'typeorm';

/** Logo of a shop as a WebP image. A separate table keeps the image data out of queries for shops. */
@Entity({ schema: 'auth', name: 'shop_logos' })
export class ShopLogo extends ShopRow {
  /** SHA-256 of the image in hexadecimal. */
  @CollatedText()
  digest: string;

  @Bytea()
  bytes: Buffer;
}
