import { belongsTo, defineResource } from '@storewright/entities';
import { OrderComment } from './order-comment.entity';
import { CreateOrderComment, UpdateOrderComment } from './order-comments.dto';

export const orderComments = defineResource(OrderComment, {
  type: 'order_comments',
  description: 'A comment of the staff or of an app on an order, which customers cannot see.',
  path: '/api/order_comments',
  relationships: {
    order: belongsTo('orders', 'order_id', { required: true, writable: ['create'], onDelete: 'delete' }),
  },
  sortable: ['created_at'],
  filterable: { order: true, created_at: true },
  create: CreateOrderComment,
  update: UpdateOrderComment,
});
