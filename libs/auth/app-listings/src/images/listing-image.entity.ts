import { Bytea, CollatedText, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * A screenshot of an app listing, or the icon of a submitted version. The image cannot change, because its
 * digest is part of the primary key.
 */
@Entity({ schema: 'auth', name: 'listing_images' })
export class ListingImage {
  @Uuid({ primary: true })
  app_id: string;

  @CollatedText({ primary: true })
  digest: string;

  @CollatedText()
  media_type: string;

  @Bytea()
  bytes: Buffer;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
