import { IsOmittable, IsText } from '@storewright/json-api';
import { MAX_NOTE_LENGTH } from '../rules';

export class CreateOrderComment {
  @IsText(1, MAX_NOTE_LENGTH)
  body: string;
}

export class UpdateOrderComment {
  @IsOmittable()
  @IsText(1, MAX_NOTE_LENGTH)
  body?: string;
}
