import { anyObjectSchema, Description, IsText, Rule } from '@storewright/json-api';
import { IsBoolean, ValidateIf } from 'class-validator';
import { isData, type MetaData } from './meta-data';

/** Validates null, but not a missing value. */
const sent = (_: object, value: unknown) => value !== undefined;

function IsData(): PropertyDecorator {
  return Rule('isData', isData, 'an object of meta keys and values', anyObjectSchema);
}

/** The repository validates `data`, because its limits depend on the operator. */
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
    'true replaces all of data. By default the keys that are sent are set, keys sent as null are ' +
      'removed, and other keys stay.',
  )
  @ValidateIf(sent)
  @IsBoolean({ message: 'override is true or false' })
  override?: boolean;
}
