import { Attribute, Int, Json, type JsonText, Text, Uuid, VersionedRow } from '@storewright/entities';
import { Entity } from 'typeorm';
import { type ImageSize, sizesDescription, sizesSchema } from '../image-files/image-sizes';

@Entity({ schema: 'shop', name: 'product_images' })
export class ProductImage extends VersionedRow {
  @Uuid()
  product_id: string;

  @Attribute('Id of the uploaded image file. A file belongs to at most one product image.')
  @Uuid()
  file_id: string;

  @Attribute('Alternative text for people who cannot see the image. An empty text marks a decorative image.')
  @Text()
  alt_text: string;

  @Attribute('Position of the image among the images of its product. The default is the last position.')
  @Int()
  position: number;

  @Attribute('Width in pixels of the largest size of the image.')
  @Int()
  width: number;

  @Attribute('Height in pixels of the largest size of the image.')
  @Int()
  height: number;

  @Attribute(sizesDescription, { schema: sizesSchema })
  @Json()
  sizes: JsonText<ImageSize[]>;
}
