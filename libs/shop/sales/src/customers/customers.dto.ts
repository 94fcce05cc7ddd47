import {
  type CustomValidation,
  IsBoolean,
  IsIn,
  IsNullable,
  IsOptional,
  IsString,
  IsTagArray,
  type Violations,
} from '@storewright/json-api';
import { checkAddresses, IsAddress, type PostalAddress } from '../addresses';
import { IsEmail, IsPhone, MAX_NOTE_LENGTH } from '../rules';
import { customerStates, type CustomerStatus } from './customer-states';

class CustomerInput implements CustomValidation {
  @IsNullable()
  @IsString(3, 320)
  @IsEmail()
  email?: string | null;

  @IsNullable()
  @IsPhone()
  phone?: string | null;

  @IsNullable()
  @IsString(1, 255)
  first_name?: string | null;

  @IsNullable()
  @IsString(1, 255)
  last_name?: string | null;

  @IsOptional()
  @IsBoolean()
  accepts_marketing?: boolean;

  @IsAddress()
  default_address?: PostalAddress | null;

  @IsNullable()
  @IsString(0, MAX_NOTE_LENGTH)
  note?: string | null;

  @IsOptional()
  @IsTagArray()
  tags?: string[];

  check(violations: Violations, pointer: string): void {
    checkAddresses({ default_address: this.default_address }, violations, pointer);
  }
}

export class CreateCustomer extends CustomerInput {
  @IsOptional()
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';

  override check(violations: Violations, pointer: string): void {
    super.check(violations, pointer);
    const isReachable = [this.email, this.phone].some((each) => each !== undefined && each !== null);
    if (!isReachable)
      addUnreachable(violations, Object.keys(this).length > 0 ? pointer : pointer.replace(/\/[^/]*$/, ''));
  }
}

export class UpdateCustomer extends CustomerInput {
  @IsOptional()
  @IsIn(Object.keys(customerStates))
  status?: CustomerStatus;
}

export function addUnreachable(violations: Violations, pointer: string): void {
  violations.add('invalid_attribute', {
    detail: 'A customer has an email or a phone; send at least one of them.',
    source: { pointer },
    meta: { attribute: 'email' },
  });
}
