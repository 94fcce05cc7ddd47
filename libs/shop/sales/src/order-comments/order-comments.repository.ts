import { Injectable } from '@nestjs/common';
import { type NewObjectInput, ResourceRepository } from '@storewright/resources';
import { authorOf, type InsertValues, type ShopTransaction } from '@storewright/tenancy';
import type { OrderComment } from './order-comment.entity';
import type { CreateOrderComment, UpdateOrderComment } from './order-comments.dto';
import { orderComments } from './order-comments.resource';

@Injectable()
export class OrderCommentsRepository extends ResourceRepository<
  OrderComment,
  CreateOrderComment,
  UpdateOrderComment
> {
  static override readonly resource = orderComments;

  protected override beforeInsert(
    { attributes }: NewObjectInput<CreateOrderComment>,
    { shop }: ShopTransaction,
  ): InsertValues<OrderComment> {
    return { ...attributes, ...authorOf(shop) };
  }
}
