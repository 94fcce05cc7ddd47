import { Bool, IdentifiedRow, Int, TextArray, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Scopes that a member of the shop removed from an installation or from an access token. */
@Entity({ schema: 'auth', name: 'scope_reductions' })
export class ScopeReduction extends IdentifiedRow {
  /** The installation that lost the scopes. null for an access token. */
  @Uuid({ nullable: true })
  installation_id: string | null;

  @Uuid({ nullable: true })
  access_token_id: string | null;

  @TextArray()
  removed_scopes: string[];

  @TextArray()
  remaining_scopes: string[];

  /** True if the access token had all scopes, including scopes that are added later. */
  @Bool()
  had_all_scopes: boolean;

  /** Number of days for which the removed scopes had to be unused. null if a member selected the scopes. */
  @Int({ nullable: true })
  unused_days: number | null;

  /** Number of requests in the 30 days before the reduction that required a removed scope. */
  @Int()
  refused_requests_30_days: number;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
