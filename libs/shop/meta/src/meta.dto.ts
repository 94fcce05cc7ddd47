import { anyObjectSchema, Description, IsText, Rule } from '@storewright/json-api';
import { IsBoolean, ValidateIf } from 'class-validator';
import { isData, type MetaData } from './meta-data';

/** Skips the validation of a missing value, but not of null. */
const sent = (_: object, value: unknown) => value !== undefined;

function IsData(): PropertyDecorator {
  return Rule('isData', isData, 'an object with meta keys and values', anyObjectSchema);
}

/** The repository validates the limits of `data`, because the operator configures them. */
class MetaInput {
  @ValidateIf(sent)
  @IsData()
  data?: MetaData;
}

export class CreateMeta extends MetaInput {
  @IsText(1, 64)
  resource_type: string;

  @IsText(1, 64)
  resource_id: string;
}

export class UpdateMeta extends MetaInput {
  @Description(
    'true replaces all data. By default the request sets the sent keys, removes keys sent as null, ' +
      'and keeps all other keys.',
  )
  @ValidateIf(sent)
  @IsBoolean({ message: 'override must be true or false' })
  override?: boolean;
}
