import {
  Attribute,
  Bool,
  CollatedText,
  Json,
  type JsonText,
  Text,
  Timestamp,
  Uuid,
} from '@storewright/entities';
import type { Actor } from '@storewright/events';
import type { JsonSchema } from '@storewright/json-api';
import { AuthoredRow } from '@storewright/tenancy';
import { Entity } from 'typeorm';

import type { LineQuantity } from '../orders/line-quantities';
import { type FulfillmentState, fulfillmentStates } from './fulfillment-states';

const linesSchema: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      line_index: { type: 'integer', minimum: 0 },
      quantity: { type: 'integer', minimum: 1 },
    },
    required: ['line_index', 'quantity'],
  },
};

/** Goods of an order in one parcel, or goods that were handed over without shipping. */
@Entity({ schema: 'shop', name: 'fulfillments' })
export class Fulfillment extends AuthoredRow {
  @Uuid()
  order_id: string;

  @Attribute('fulfilled, or cancelled if the goods were not handed over.', {
    values: Object.keys(fulfillmentStates),
  })
  @CollatedText()
  status: FulfillmentState;

  @Attribute(
    'Fulfilled quantities, each with the index of its order line. ' +
      'Empty if the fulfilled lines are unknown.',
    {
      schema: linesSchema,
    },
  )
  @Json()
  line_items: JsonText<LineQuantity[]>;

  @Attribute('Name of the carrier.')
  @Text({ nullable: true })
  carrier: string | null;

  @Attribute('Tracking number of the carrier.')
  @CollatedText({ nullable: true })
  tracking_number: string | null;

  @Attribute('HTTP or HTTPS URL where the customer can track the goods.')
  @Text({ nullable: true })
  tracking_url: string | null;

  @Attribute('Time of the cancellation. null if the fulfillment is not cancelled or the time is unknown.')
  @Timestamp({ nullable: true })
  cancelled_at: string | null;

  @Attribute('Type of the author of the cancellation: app, access_token or person. null if unknown.', {
    values: ['app', 'access_token', 'person'],
  })
  @CollatedText({ nullable: true })
  canceller_type: Actor['type'] | null;

  @Attribute('Id of the app, the access token or the person who cancelled the fulfillment. null if unknown.')
  @Uuid({ nullable: true })
  canceller_id: string | null;

  @Attribute('Name of the author at the time of the cancellation. null if unknown.')
  @Text({ nullable: true })
  canceller_name: string | null;

  @Attribute('true if the entry was derived from the state of an order that had no history.')
  @Bool()
  derived: boolean;
}
