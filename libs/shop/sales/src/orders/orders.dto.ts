import {
  AreTags,
  type CustomValidation,
  IsAmount,
  IsCurrency,
  IsText,
  IsWord,
  MayBeAbsent,
  MayBeNull,
  type Violations,
} from '@storewright/json-api';
import { ValidateBy } from 'class-validator';
import { checkAddresses, IsAddress, type PostalAddress } from '../addresses';
import { IsEmail, IsSwitch, longestNote } from '../rules';
import { checkLines, isLineList, mostLines, type SentLine } from './line-items';
import { fulfillmentStates, orderStates, paymentStates } from './order-states';

class OrderInput implements CustomValidation {
  @MayBeNull()
  @IsText(3, 320)
  @IsEmail()
  email?: string | null;

  @IsAddress()
  billing_address?: PostalAddress | null;

  @IsAddress()
  shipping_address?: PostalAddress | null;

  @MayBeNull()
  @IsText(0, longestNote)
  note?: string | null;

  @MayBeAbsent()
  @AreTags()
  tags?: string[];

  check(violations: Violations, pointer: string): void {
    const { billing_address, shipping_address } = this;
    checkAddresses({ billing_address, shipping_address }, violations, pointer);
  }
}

const AreLines = () =>
  ValidateBy({
    name: 'areLines',
    validator: {
      validate: isLineList,
      defaultMessage: () =>
        `line_items is a list of 1 to ${mostLines} lines: {"variant_id": …, "quantity": …}, or title, price_amount and quantity`,
    },
  });

export class CreateOrder extends OrderInput {
  @AreLines()
  line_items: SentLine[];

  @MayBeAbsent()
  @IsAmount()
  shipping_amount?: number;

  @MayBeAbsent()
  @IsAmount()
  tax_amount?: number;

  /** That of the variants; needed where there are none. */
  @MayBeAbsent()
  @IsCurrency()
  currency_code?: string;

  /** Whether there is anything to send. */
  @MayBeAbsent()
  @IsSwitch()
  requires_shipping?: boolean;

  override check(violations: Violations, pointer: string): void {
    super.check(violations, pointer);
    if (isLineList(this.line_items)) checkLines(this.line_items, violations, `${pointer}/line_items`);
  }
}

export class UpdateOrder extends OrderInput {
  @MayBeAbsent()
  @IsWord(Object.keys(orderStates))
  status?: string;

  @MayBeAbsent()
  @IsWord(Object.keys(paymentStates))
  payment_status?: string;

  @MayBeAbsent()
  @IsWord(Object.keys(fulfillmentStates))
  fulfillment_status?: string;

  /** All that was refunded so far. */
  @MayBeAbsent()
  @IsAmount()
  refunded_amount?: number;

  @MayBeNull()
  @IsText(1, 255)
  cancel_reason?: string | null;
}
