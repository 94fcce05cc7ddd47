import { BigInt, type BigIntText, Bool, ShopRow, Text } from '@storewright/entities';
import { Entity } from 'typeorm';

/** State of the sequence numbers in a shop's log. */
@Entity({ schema: 'shop', name: 'event_streams' })
export class EventStream extends ShopRow {
  @BigInt()
  last_sequence: BigIntText;

  @BigInt({ default: 1 })
  first_sequence: BigIntText;

  @Bool({ default: false })
  to_serve: boolean;

  /** Number of the log's epoch, which increases with each restore or failover. */
  @BigInt({ default: 1 })
  epoch: BigIntText;

  /** Server that assigned the last sequence number. null means unknown. */
  @Text({ nullable: true })
  server: string | null;

  /** Cluster node that stored the shop's rows when the last sequence number was assigned. */
  @Text({ nullable: true })
  node: string | null;
}
