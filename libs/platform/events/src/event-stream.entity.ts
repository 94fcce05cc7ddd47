import { BigInt, type BigIntText, Bool, ShopRow, Text } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'shop', name: 'event_streams' })
export class EventStream extends ShopRow {
  @BigInt()
  last_sequence: BigIntText;

  @BigInt({ default: 1 })
  first_sequence: BigIntText;

  @Bool({ default: false })
  to_serve: boolean;

  /**
   * Epoch of the event log. Each restore or failover of the database starts a new epoch, because sequence
   * numbers can then repeat.
   */
  @BigInt({ default: 1 })
  epoch: BigIntText;

  /** Database server that assigned the last sequence number. null means unknown. */
  @Text({ nullable: true })
  server: string | null;

  /**
   * Citus node that stored the shop's rows when the last sequence number was assigned. null means unknown.
   */
  @Text({ nullable: true })
  node: string | null;
}
