import { Bytea, CollatedText, ShopRow } from '@storewright/rows';
import { Entity } from 'typeorm';

/** Logo of a shop, encoded as WebP. `Shop.logo_url` contains its digest. Lists never read it. */
@Entity({ schema: 'auth', name: 'shop_logos' })
export class ShopLogo extends ShopRow {
  /** SHA-256 of the image in hexadecimal. */
  @CollatedText()
  digest: string;

  @Bytea()
  bytes: Buffer;
}
