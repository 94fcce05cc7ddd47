import {
  Description,
  type CustomValidation,
  IsAmount,
  IsBoolean,
  IsCurrencyCode,
  IsIn,
  IsNullable,
  IsOmittable,
  IsText,
  IsTagArray,
  Rule,
  type Violations,
} from '@storewright/json-api';
import { checkAddresses, IsAddress, type PostalAddress } from '../addresses';
import { IsEmailAddress, MAX_NOTE_LENGTH } from '../rules';
import { checkLines, isLineList, MAX_LINES, type SentLine, sentLinesSchema } from './line-items';
import {
  type FulfillmentStatus,
  fulfillmentStates,
  orderStates,
  type OrderStatus,
  paymentStates,
  type PaymentStatus,
} from './order-states';

class OrderInput implements CustomValidation {
  @IsNullable()
  @IsText(3, 320)
  @IsEmailAddress()
  email?: string | null;

  @IsAddress()
  billing_address?: PostalAddress | null;

  @IsAddress()
  shipping_address?: PostalAddress | null;

  @IsNullable()
  @IsText(0, MAX_NOTE_LENGTH)
  note?: string | null;

  @IsOmittable()
  @IsTagArray()
  tags?: string[];

  check(violations: Violations, pointer: string): void {
    const { billing_address, shipping_address } = this;
    checkAddresses({ billing_address, shipping_address }, violations, pointer);
  }
}

const IsLineItemArray = () =>
  Rule(
    'isLineItemArray',
    isLineList,
    `a list of 1 to ${MAX_LINES} line items, each with variant_id and quantity, or with title, ` +
      'price_amount and quantity',
    sentLinesSchema,
  );

export class CreateOrder extends OrderInput {
  @IsLineItemArray()
  line_items: SentLine[];

  @IsOmittable()
  @IsAmount()
  shipping_amount?: number;

  @IsOmittable()
  @IsAmount()
  tax_amount?: number;

  /**
   * ISO 4217 code of the order's amounts. Defaults to the currency of the variants. An order without variants
   * has the currency of the shop by default.
   */
  @IsOmittable()
  @IsCurrencyCode()
  currency_code?: string;

  @IsOmittable()
  @IsBoolean()
  @Description('Whether the order requires shipping. Default: true.')
  requires_shipping?: boolean;

  override check(violations: Violations, pointer: string): void {
    super.check(violations, pointer);
    if (isLineList(this.line_items)) checkLines(this.line_items, violations, `${pointer}/line_items`);
  }
}

export class UpdateOrder extends OrderInput {
  @IsOmittable()
  @IsIn(Object.keys(orderStates))
  status?: OrderStatus;

  @IsOmittable()
  @IsIn(Object.keys(paymentStates))
  payment_status?: PaymentStatus;

  @IsOmittable()
  @IsIn(Object.keys(fulfillmentStates))
  fulfillment_status?: FulfillmentStatus;

  /** Total refunded amount of the order, in minor units of currency_code. */
  @IsOmittable()
  @IsAmount()
  refunded_amount?: number;

  @IsNullable()
  @IsText(1, 255)
  cancel_reason?: string | null;
}
