import {
  AreTags,
  type CustomValidation,
  IsText,
  IsWord,
  MayBeAbsent,
  MayBeNull,
  type Violations,
} from '@storewright/json-api';
import { checkAddresses, IsAddress, type PostalAddress } from '../addresses';
import { IsEmail, IsPhone, IsSwitch, longestNote } from '../rules';
import { customerStates } from './customer-states';

class CustomerInput implements CustomValidation {
  @MayBeNull()
  @IsText(3, 320)
  @IsEmail()
  email?: string | null;

  @MayBeNull()
  @IsPhone()
  phone?: string | null;

  @MayBeNull()
  @IsText(1, 255)
  first_name?: string | null;

  @MayBeNull()
  @IsText(1, 255)
  last_name?: string | null;

  @MayBeAbsent()
  @IsSwitch()
  accepts_marketing?: boolean;

  @IsAddress()
  default_address?: PostalAddress | null;

  @MayBeNull()
  @IsText(0, longestNote)
  note?: string | null;

  @MayBeAbsent()
  @AreTags()
  tags?: string[];

  check(violations: Violations, pointer: string): void {
    checkAddresses({ default_address: this.default_address }, violations, pointer);
  }
}

export class CreateCustomer extends CustomerInput {
  @MayBeAbsent()
  @IsWord(['active', 'disabled'])
  status?: string;

  override check(violations: Violations, pointer: string): void {
    super.check(violations, pointer);
    const isReachable = [this.email, this.phone].some((each) => each !== undefined && each !== null);
    if (!isReachable)
      addUnreachable(violations, Object.keys(this).length > 0 ? pointer : pointer.replace(/\/[^/]*$/, ''));
  }
}

export class UpdateCustomer extends CustomerInput {
  @MayBeAbsent()
  @IsWord(Object.keys(customerStates))
  status?: string;
}

export function addUnreachable(violations: Violations, pointer: string): void {
  violations.add('invalid_attribute', {
    detail: 'A customer has an email or a phone; send at least one of them.',
    source: { pointer },
    meta: { attribute: 'email' },
  });
}
