import { belongsTo, defineResource } from '@storewright/entities';
import { OrderComment } from './order-comment.entity';
import { CreateOrderComment, UpdateOrderComment } from './order-comments.dto';

export const orderComments = defineResource(OrderComment, {
  type: 'order_comments',
  description: 'A comment by staff or an app on an order. Customers cannot read it.',
  path: '/api/order_comments',
  relationships: {
    order: belongsTo('orders', 'order_id', { required: true, writable: ['create'], onDelete: 'delete' }),
  },
  sortable: ['created_at'],
  filterable: { order: true, created_at: true },
  create: CreateOrderComment,
  update: UpdateOrderComment,
});
