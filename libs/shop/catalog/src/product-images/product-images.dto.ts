import { IsIntBetween, IsOmittable, IsText } from '@storewright/json-api';
import { Matches } from 'class-validator';

const MAX_ALT_TEXT_LENGTH = 500;

const IsFileId = () =>
  Matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, {
    message: 'file_id must be the id of an uploaded image file',
  });

class ProductImageInput {
  @IsOmittable()
  @IsText(0, MAX_ALT_TEXT_LENGTH)
  alt_text?: string;

  /** Position among the images of the product. Defaults to the last position. */
  @IsOmittable()
  @IsIntBetween(1, 1_000_000)
  position?: number;
}

export class CreateProductImage extends ProductImageInput {
  /** Id of an uploaded image file without a product image. Upload the image with POST /api/image_files. */
  @IsFileId()
  file_id: string;
}

export class UpdateProductImage extends ProductImageInput {}
