import { BigInt, type BigIntText, Bool, ShopRow, Text } from '@storewright/entities';
import { Entity } from 'typeorm';

/** State of the sequence numbers in a shop's event log. */
@Entity({ schema: 'shop', name: 'event_streams' })
export class EventStream extends ShopRow {
  @BigInt()
  last_sequence: BigIntText;

  @BigInt({ default: 1 })
  first_sequence: BigIntText;

  @Bool({ default: false })
  to_serve: boolean;

  /** Number of the event log's epoch. Each restore or failover of the database increases it. */
  @BigInt({ default: 1 })
  epoch: BigIntText;

  /** Database server that assigned the last sequence number. null means unknown. */
  @Text({ nullable: true })
  server: string | null;

  /** Cluster node that stored the shop's rows when the last sequence number was assigned. */
  @Text({ nullable: true })
  node: string | null;
}
