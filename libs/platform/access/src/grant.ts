import { createParamDecorator } from '@nestjs/common';
import type { Shop, ShopRequest } from '@storewright/tenancy';
import type { Digest } from '@storewright/tokens';
import type { Network } from './allowed-networks';
import type { Suspension } from './suspension';

/** Maximum number of requests and writes per UTC day of an installation. null means unlimited. */
export interface DailyLimitsOfGrant {
  requests: number | null;
  writes: number | null;
}

/** The authenticated credential of a request, with its permissions. */
export interface Grant {
  kind: 'access_token' | 'oauth_token';
  token_id: string;
  /**
   * Id of the sign-in session. Set only for a token of the admin panel, which becomes invalid when the session
   * ends.
   */
  session_id?: string;
  digest: Digest;
  shop: Shop;
  /** Granted scopes. Undefined means all scopes. */
  scopes?: ReadonlySet<string>;
  /** Scopes whose writes a member of the shop must approve (docs/adr/proposals.md). Undefined means none. */
  askScopes?: ReadonlySet<string>;
  app_id?: string;
  /** Id of the app installation that the OAuth token belongs to. */
  installation_id?: string;
  /**
   * False until the first use of the credential is stored. The first use of an OAuth token invalidates its
   * nonce (docs/contract.md §4), and the first use of a rotated access token invalidates the previous token.
   */
  used: boolean;
  /** Reason why the credential is suspended. All its requests are rejected. */
  suspension?: Suspension;
  /** Daily limits of the installation. Undefined means unlimited. */
  dailyLimits?: DailyLimitsOfGrant;
  /** Networks from which the credential can be used. Undefined means all networks. */
  networks?: readonly Network[];
  /**
   * Encrypted active secrets of the app, from newest to oldest. Set only if the app requires the header
   * Secret-Proof.
   */
  proofSecrets?: readonly string[];
}

export interface GrantedRequest extends ShopRequest {
  grant?: Grant;
  /** Scopes of the token that the request needed. */
  usedScopes?: readonly string[];
}

/** Injects the authenticated credential of the request: `@CurrentGrant() grant: Grant`. */
export const CurrentGrant = createParamDecorator((_: unknown, context): Grant => {
  const { grant } = context.switchToHttp().getRequest<GrantedRequest>();
  if (!grant) throw new Error('the request has no grant: the route must declare a scope');
  return grant;
});
