import { createParamDecorator } from '@nestjs/common';
import type { Shop, ShopRequest } from '@storewright/tenancy';
import type { Digest } from '@storewright/tokens';
import type { Network } from './allowed-networks';
import type { Suspension } from './suspension';

/** Limits of an installation per day (UTC). null means unlimited. */
export interface DailyLimitsOfGrant {
  requests: number | null;
  writes: number | null;
}

/** The authenticated credential of a request and its permissions. */
export interface Grant {
  kind: 'access_token' | 'oauth_token';
  token_id: string;
  /** Sign-in session of a token of the panel. The token ends with the session. */
  session_id?: string;
  digest: Digest;
  shop: Shop;
  /** Granted scopes. Undefined means all scopes. */
  scopes?: ReadonlySet<string>;
  /** Scopes whose writes a member of the shop must approve (docs/adr/proposals.md). Undefined means none. */
  askScopes?: ReadonlySet<string>;
  app_id?: string;
  /** Id of the installation to which an OAuth token belongs. */
  installation_id?: string;
  /**
   * False until the first use is stored: of an OAuth token, whose nonce can then no longer be exchanged
   * (docs/contract.md §4), or of a rotated access token, whose previous text then ends.
   */
  used: boolean;
  /** Set while the credential is suspended. Its requests are rejected. */
  suspension?: Suspension;
  /** Daily limits of the installation. Undefined means unlimited. */
  dailyLimits?: DailyLimitsOfGrant;
  /** Networks from which requests are allowed. Absent if every network is allowed. */
  networks?: readonly Network[];
  /** Encrypted active secrets of the app, the newest first. Set only if the app requires Secret-Proof. */
  proofSecrets?: readonly string[];
}

export interface GrantedRequest extends ShopRequest {
  grant?: Grant;
  /** Scopes that the request required and the token has. */
  usedScopes?: readonly string[];
}

/** Injects the grant of the request: `@CurrentGrant() grant: Grant`. */
export const CurrentGrant = createParamDecorator((_: unknown, context): Grant => {
  const { grant } = context.switchToHttp().getRequest<GrantedRequest>();
  if (!grant) throw new Error('the request has no grant: the route must declare a scope');
  return grant;
});
