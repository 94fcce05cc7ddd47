import { Attribute, Int, Json, type JsonText, Text, Uuid, VersionedRow } from '@storewright/entities';
import { Entity } from 'typeorm';
import { type ImageSize, sizesDescription, sizesSchema } from '../image-files/image-sizes';

/** A picture of a product. */
@Entity({ schema: 'shop', name: 'product_images' })
export class ProductImage extends VersionedRow {
  @Uuid()
  product_id: string;

  @Attribute('Id of the uploaded image file. A file belongs to at most one product image.')
  @Uuid()
  file_id: string;

  @Attribute(
    'Description of the picture for people who cannot see it. An empty text marks a decorative picture.',
  )
  @Text()
  alt_text: string;

  @Attribute('Position of the image among the images of its product. The default is the last position.')
  @Int()
  position: number;

  @Attribute('Width of the largest size in pixels.')
  @Int()
  width: number;

  @Attribute('Height of the largest size in pixels.')
  @Int()
  height: number;

  @Attribute(sizesDescription, { schema: sizesSchema })
  @Json()
  sizes: JsonText<ImageSize[]>;
}
