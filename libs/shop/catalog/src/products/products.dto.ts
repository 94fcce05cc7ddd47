import { AreTags, IsText, IsTime, IsWord, MayBeAbsent, MayBeNull } from '@storewright/json-api';
import { Matches } from 'class-validator';
import { productStates } from './product-states';

const IsHandle = () =>
  Matches(/^(?=.{1,255}$)[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    message: 'handle has 1 to 255 of a–z, 0–9 and single hyphens between them',
  });

class ProductInput {
  /** For addresses; made from the title where it is absent. */
  @MayBeAbsent()
  @IsHandle()
  handle?: string;

  @MayBeAbsent()
  @IsText(0, 65_535)
  description?: string;

  @MayBeAbsent()
  @IsWord(Object.keys(productStates))
  status?: string;

  @MayBeAbsent()
  @AreTags()
  tags?: string[];

  @MayBeNull()
  @IsTime()
  published_at?: string | null;
}

export class CreateProduct extends ProductInput {
  @IsText(1, 255)
  title: string;
}

export class UpdateProduct extends ProductInput {
  @MayBeAbsent()
  @IsText(1, 255)
  title?: string;
}
