import { Bytea, CollatedText, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A screenshot of a listing, or the icon of a submitted version. Immutable: the key contains the digest. */
@Entity({ schema: 'auth', name: 'listing_images' })
export class ListingImage {
  @Uuid({ primary: true })
  app_id: string;

  /** SHA-256 of the image in hexadecimal. */
  @CollatedText({ primary: true })
  digest: string;

  @CollatedText()
  media_type: string;

  @Bytea()
  bytes: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
