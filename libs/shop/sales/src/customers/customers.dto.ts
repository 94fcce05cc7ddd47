import {
  type CustomValidation,
  IsBoolean,
  IsIn,
  IsNullable,
  IsOmittable,
  IsText,
  IsTagArray,
  type Violations,
} from '@storewright/json-api';
import { checkAddresses, IsAddress, type PostalAddress } from '../addresses';
import { IsEmailAddress, IsPhone, MAX_NOTE_LENGTH } from '../rules';
import { customerStates, type CustomerStatus } from './customer-states';

class CustomerInput implements CustomValidation {
  @IsNullable()
  @IsText(3, 320)
  @IsEmailAddress()
  email?: string | null;

  @IsNullable()
  @IsPhone()
  phone?: string | null;

  @IsNullable()
  @IsText(1, 255)
  first_name?: string | null;

  @IsNullable()
  @IsText(1, 255)
  last_name?: string | null;

  @IsOmittable()
  @IsBoolean()
  accepts_marketing?: boolean;

  @IsAddress()
  default_address?: PostalAddress | null;

  @IsNullable()
  @IsText(0, MAX_NOTE_LENGTH)
  note?: string | null;

  @IsOmittable()
  @IsTagArray()
  tags?: string[];

  check(violations: Violations, pointer: string): void {
    checkAddresses({ default_address: this.default_address }, violations, pointer);
  }
}

export class CreateCustomer extends CustomerInput {
  @IsOmittable()
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
  @IsOmittable()
  @IsIn(Object.keys(customerStates))
  status?: CustomerStatus;
}

export function addUnreachable(violations: Violations, pointer: string): void {
  violations.add('invalid_attribute', {
    detail: 'A customer must have an email or a phone.',
    source: { pointer },
    meta: { attribute: 'email' },
  });
}
