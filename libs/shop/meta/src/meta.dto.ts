import { type CustomValidation, IsString, type Violations } from '@storewright/json-api';
import { IsBoolean, ValidateBy, ValidateIf } from 'class-validator';
import { checkData, isData, type MetaData } from './meta-data';

/** Absent is fine; null is not absent. */
const sent = (_: object, value: unknown) => value !== undefined;

function IsData(): PropertyDecorator {
  return ValidateBy({
    name: 'isData',
    validator: { validate: isData, defaultMessage: () => 'data is an object of meta keys and values' },
  });
}

class MetaInput implements CustomValidation {
  @ValidateIf(sent)
  @IsData()
  data?: MetaData;

  check(violations: Violations, pointer: string, source: string): void {
    if (isData(this.data)) checkData(this.data, violations, `${pointer}/data`, source);
  }
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
