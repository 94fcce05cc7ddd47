import { IsString, Rule } from '@storewright/json-api';
import { IsBoolean, ValidateIf } from 'class-validator';
import { isData, type MetaData } from './meta-data';

/** Absent is fine; null is not absent. */
const sent = (_: object, value: unknown) => value !== undefined;

function IsData(): PropertyDecorator {
  return Rule('isData', isData, 'an object of meta keys and values', { type: 'object' });
}

/** What `data` may hold depends on the operator's limits: the repository checks it. */
class MetaInput {
  @ValidateIf(sent)
  @IsData()
  data?: MetaData;
}

export class CreateMeta extends MetaInput {
  @IsString(1, 64)
  resource_type: string;

  @IsString(1, 64)
  resource_id: string;
}

export class UpdateMeta extends MetaInput {
  /** true: `data` replaces the whole map; otherwise its keys are set, and those sent as null removed. */
  @ValidateIf(sent)
  @IsBoolean({ message: 'override is true or false' })
  override?: boolean;
}
