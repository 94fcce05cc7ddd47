import { Entity } from 'typeorm';
import { Timestamp, Uuid } from '../columns';
import { ShopRow } from '../shop-row';

/** Whose shop is whose. */
@Entity({ schema: 'auth', name: 'shop_owners' })
export class ShopOwner extends ShopRow {
  @Uuid({ primary: true })
  owner_id: string;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
