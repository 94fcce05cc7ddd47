import {
  type CustomValidation,
  IsArrayOf,
  IsIn,
  IsIntBetween,
  IsNullable,
  IsOmittable,
  IsText,
  type Violations,
} from '@storewright/json-api';
import { Matches } from 'class-validator';
import { MAX_LINES, MAX_QUANTITY } from '../orders/line-items';
import { checkDistinctLines } from '../orders/line-quantities';
import { type FulfillmentState, fulfillmentStates } from './fulfillment-states';

export class FulfilledLine {
  @IsIntBetween(0, MAX_LINES - 1)
  line_index: number;

  @IsIntBetween(1, MAX_QUANTITY)
  quantity: number;
}

class FulfillmentInput {
  @IsNullable()
  @IsText(1, 255)
  carrier?: string | null;

  @IsNullable()
  @IsText(1, 255)
  tracking_number?: string | null;

  @IsNullable()
  @IsText(1, 2_000)
  @Matches(/^https?:\/\/[^\s/]\S*$/i, {
    message: 'tracking_url must be an address such as https://carrier.example/track/123',
  })
  tracking_url?: string | null;
}

export class CreateFulfillment extends FulfillmentInput implements CustomValidation {
  /** Quantities to fulfill per order line. Defaults to all quantities without a fulfillment. */
  @IsOmittable()
  @IsArrayOf(FulfilledLine, 1, MAX_LINES)
  line_items?: FulfilledLine[];

  check(violations: Violations, pointer: string): void {
    if (this.line_items) checkDistinctLines(this.line_items, violations, `${pointer}/line_items`);
  }
}

export class UpdateFulfillment extends FulfillmentInput {
  @IsOmittable()
  @IsIn(Object.keys(fulfillmentStates))
  status?: FulfillmentState;
}
