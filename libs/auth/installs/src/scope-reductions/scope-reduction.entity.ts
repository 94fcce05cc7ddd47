import { Bool, IdentifiedRow, Int, TextArray, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A scope reduction: scopes that a member of the shop removed from an installation or access token. */
@Entity({ schema: 'auth', name: 'scope_reductions' })
export class ScopeReduction extends IdentifiedRow {
  /** Id of the installation that lost the scopes. null for an access token. */
  @Uuid({ nullable: true })
  installation_id: string | null;

  @Uuid({ nullable: true })
  access_token_id: string | null;

  @TextArray()
  removed_scopes: string[];

  @TextArray()
  remaining_scopes: string[];

  /** True if the access token had all scopes, including scopes that the platform adds later. */
  @Bool()
  had_all_scopes: boolean;

  /** Number of days for which the removed scopes were unused. null if a member chose the scopes to remove. */
  @Int({ nullable: true })
  unused_days: number | null;

  /** Number of requests in the 30 days before the reduction that required a removed scope. */
  @Int()
  refused_requests_30_days: number;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
