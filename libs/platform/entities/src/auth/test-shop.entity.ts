import { Entity } from 'typeorm';
import { Timestamp, Uuid, CollatedText, ShopRow } from '@storewright/rows';

/** A test shop of a developer, with the last requested action on it (docs/adr/test-shops.md). */
@Entity({ schema: 'auth', name: 'test_shops' })
export class TestShop extends ShopRow {
  @Uuid()
  owner_id: string;

  @CollatedText()
  status: 'preparing' | 'ready' | 'resetting' | 'removing';

  /** Time at which the developer requested the current status of the test shop. */
  @Timestamp({ default: () => 'now()' })
  requested_at: string;

  /** Time at which the data of a removed test shop was deleted. null before the deletion. */
  @Timestamp({ nullable: true })
  emptied_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
