import { belongsTo, defineResource } from '@storewright/entities';
import { nextMember } from '@storewright/resources';
import { Fulfillment } from './fulfillment.entity';
import { fulfillmentStates } from './fulfillment-states';
import { CreateFulfillment, UpdateFulfillment } from './fulfillments.dto';

export const fulfillments = defineResource(Fulfillment, {
  type: 'fulfillments',
  description: 'A parcel, or goods of an order that were handed over without shipping, with tracking data.',
  path: '/api/fulfillments',
  errors: { create: ['illegal_transition'], update: ['illegal_transition'] },
  meta: { next: nextMember({ status: fulfillmentStates }) },
  relationships: {
    order: belongsTo('orders', 'order_id', { required: true, writable: ['create'], onDelete: 'delete' }),
  },
  sortable: ['created_at'],
  filterable: { order: true, tracking_number: true, created_at: true },
  create: CreateFulfillment,
  update: UpdateFulfillment,
});
