import { BigInt, type BigIntText, Bool, ShopRow, Text } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Numbering of a shop's log. */
@Entity({ schema: 'shop', name: 'event_streams' })
export class EventStream extends ShopRow {
  @BigInt()
  last_sequence: BigIntText;

  @BigInt({ default: 1 })
  first_sequence: BigIntText;

  @Bool({ default: false })
  to_serve: boolean;

  /** Increases with each restore or failover. */
  @BigInt({ default: 1 })
  epoch: BigIntText;

  /** Server that assigned the last number. Null means unknown. */
  @Text({ nullable: true })
  server: string | null;

  /** Cluster node that held the shop's rows then. */
  @Text({ nullable: true })
  node: string | null;
}
