import { Entity } from 'typeorm';
import { Timestamp, Uuid, Word } from '../columns';
import { ShopRow } from '../shop-row';

/** A shop that a developer tries apps in, and what was asked of it (docs/adr/test-shops.md). */
@Entity({ schema: 'auth', name: 'test_shops' })
export class TestShop extends ShopRow {
  /** The developer. */
  @Uuid()
  owner_id: string;

  @Word()
  status: 'preparing' | 'ready' | 'resetting' | 'removing';

  /** The status, by whoever asked for it. */
  @Timestamp({ default: () => 'now()' })
  requested_at: string;

  /** Of one that is being removed: it was emptied once. */
  @Timestamp({ nullable: true })
  emptied_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
