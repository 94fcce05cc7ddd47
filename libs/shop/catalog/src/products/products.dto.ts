import { IsIn, IsISO8601, IsNullable, IsOptional, IsString, IsTagArray } from '@storewright/json-api';
import { Matches } from 'class-validator';
import { productStates, type ProductStatus } from './product-states';

const IsHandle = () =>
  Matches(/^(?=.{1,255}$)[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    message: 'handle has 1 to 255 of a–z, 0–9 and single hyphens between them',
  });

class ProductInput {
  /** For addresses; made from the title where it is absent. */
  @IsOptional()
  @IsHandle()
  handle?: string;

  @IsOptional()
  @IsString(0, 65_535)
  description?: string;

  @IsOptional()
  @IsIn(Object.keys(productStates))
  status?: ProductStatus;

  @IsOptional()
  @IsTagArray()
  tags?: string[];

  @IsNullable()
  @IsISO8601()
  published_at?: string | null;
}

export class CreateProduct extends ProductInput {
  @IsString(1, 255)
  title: string;
}

export class UpdateProduct extends ProductInput {
  @IsOptional()
  @IsString(1, 255)
  title?: string;
}
