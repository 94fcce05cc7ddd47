import {
  Attribute,
  CollatedText,
  IdentifiedRow,
  Int,
  Json,
  type JsonText,
  Timestamp,
} from '@storewright/entities';
import { Entity } from 'typeorm';
import { type ImageSize, sizesDescription, sizesSchema } from './image-sizes';

/**
 * An uploaded image. `uploaded`: no product image uses the file yet. `used`: one product image uses the file.
 * `deleted`: the API no longer serves the file and will delete it. The id is random, because everyone who
 * knows the id can load the image.
 */
@Entity({ schema: 'shop', name: 'image_files' })
export class ImageFile extends IdentifiedRow {
  @CollatedText()
  status: 'uploaded' | 'used' | 'deleted';

  @Attribute('Width in pixels of the largest size of the image.')
  @Int()
  width: number;

  @Attribute('Height in pixels of the largest size of the image.')
  @Int()
  height: number;

  @Attribute(sizesDescription, { schema: sizesSchema })
  @Json()
  sizes: JsonText<ImageSize[]>;

  @Timestamp()
  created_at: string;
}
