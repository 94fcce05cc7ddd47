import { BigInt, type BigIntText, Bool, ShopRow, Text } from '@storewright/entities';
import { Entity } from 'typeorm';

/** The numbers of a shop's log: the newest that was given, the oldest that is kept. */
@Entity({ schema: 'shop', name: 'event_streams' })
export class EventStream extends ShopRow {
  @BigInt()
  last_sequence: BigIntText;

  @BigInt({ default: 1 })
  first_sequence: BigIntText;

  @Bool({ default: false })
  to_serve: boolean;

  /** Which of its lives this is: greater after each restore. */
  @BigInt({ default: 1 })
  epoch: BigIntText;

  /** Where the newest number was given; null: nobody knows. */
  @Text({ nullable: true })
  server: string | null;

  /** On a cluster: the node that held the shop's rows then. */
  @Text({ nullable: true })
  node: string | null;
}
