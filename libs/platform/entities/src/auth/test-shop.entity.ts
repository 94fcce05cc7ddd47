import { Entity } from 'typeorm';
import { Timestamp, Uuid, CollatedText, ShopRow } from '@storewright/rows';

/** A developer's test shop and its last requested action (docs/adr/test-shops.md). */
@Entity({ schema: 'auth', name: 'test_shops' })
export class TestShop extends ShopRow {
  /** Id of the developer who owns the test shop. */
  @Uuid()
  owner_id: string;

  @CollatedText()
  status: 'preparing' | 'ready' | 'resetting' | 'removing';

  /** Time at which the current status of the test shop was requested. */
  @Timestamp({ default: () => 'now()' })
  requested_at: string;

  /** Time at which the data of a removed shop was deleted. */
  @Timestamp({ nullable: true })
  emptied_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
