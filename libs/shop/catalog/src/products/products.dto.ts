import { IsIn, IsTimestamp, IsNullable, IsOmittable, IsText, IsTagArray } from '@storewright/json-api';
import { Matches } from 'class-validator';
import { productStates, type ProductStatus } from './product-states';

const IsHandle = () =>
  Matches(/^(?=.{1,255}$)[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    message: 'handle must have 1 to 255 characters of a–z, 0–9 and single hyphens between them',
  });

class ProductInput {
  @IsOmittable()
  @IsHandle()
  handle?: string;

  @IsOmittable()
  @IsText(0, 65_535)
  description?: string;

  @IsOmittable()
  @IsIn(Object.keys(productStates))
  status?: ProductStatus;

  @IsOmittable()
  @IsTagArray()
  tags?: string[];

  @IsNullable()
  @IsTimestamp()
  published_at?: string | null;
}

export class CreateProduct extends ProductInput {
  @IsText(1, 255)
  title: string;
}

export class UpdateProduct extends ProductInput {
  @IsOmittable()
  @IsText(1, 255)
  title?: string;
}
