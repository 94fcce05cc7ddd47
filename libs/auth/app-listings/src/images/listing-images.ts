import { Injectable } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import { isUuid, notFound } from '@storewright/json-api';
import { ListingImage } from './listing-image.entity';

const DIGEST = /^[0-9a-f]{64}$/;

@Injectable()
export class ListingImages {
  constructor(private readonly database: AuthDatabase) {}

  async find(app_id: string, digest: string): Promise<Pick<ListingImage, 'media_type' | 'bytes'>> {
    const isAddress = isUuid(app_id) && DIGEST.test(digest);
    const id = app_id.toLowerCase();
    const images = this.database.of({ app_id: id }, ListingImage);
    const image = isAddress && (await images.findOneBy({ app_id: id, digest }));
    if (!image) throw notFound('listing_images', digest);
    return image;
  }
}

export const imageUrl = (issuer: string, app_id: string, digest: string): string =>
  `${issuer}/api/apps/${app_id}/listing_images/${digest}`;
