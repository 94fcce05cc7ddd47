import { Attribute, Text, Uuid } from '@storewright/entities';
import { AuthoredRow } from '@storewright/tenancy';
import { Entity } from 'typeorm';

/** A comment by a staff member or an app on an order. Customers cannot read the comment. */
@Entity({ schema: 'shop', name: 'order_comments' })
export class OrderComment extends AuthoredRow {
  @Uuid()
  order_id: string;

  @Attribute('Text of the comment. null after the redaction of the customer.')
  @Text({ nullable: true })
  body: string | null;
}
