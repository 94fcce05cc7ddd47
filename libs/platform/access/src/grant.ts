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

export interface Grant {
  kind: 'access_token' | 'oauth_token';
  token_id: string;
  /**
   * Id of the sign-in session of a person. Set only for a token of the admin panel, which is invalid after
   * the session ends.
   */
  session_id?: string;
  digest: Digest;
  shop: Shop;
  /** Scopes of the credential. Undefined means all scopes. */
  scopes?: ReadonlySet<string>;
  /**
   * Scopes whose writes a member of the shop must approve (docs/adr/proposals.md). Undefined means that no
   * writes need approval.
   */
  askScopes?: ReadonlySet<string>;
  app_id?: string;
  /** Id of the app installation. Set only for an OAuth token. */
  installation_id?: string;
  /**
   * False until a first use is stored: of an OAuth token, which invalidates its nonce (docs/contract.md §4), or
   * of a rotated access token, which invalidates the previous one. Always true for other access tokens.
   */
  used: boolean;
  suspension?: Suspension;
  /** Daily limits of the installation. Undefined means unlimited. */
  dailyLimits?: DailyLimitsOfGrant;
  /** Networks from which clients can use the credential. Undefined means all networks. */
  networks?: readonly Network[];
  /**
   * Encrypted secrets of the app that are still valid, from newest to oldest. Set only if the app requires
   * the header Secret-Proof.
   */
  proofSecrets?: readonly string[];
}

export interface GrantedRequest extends ShopRequest {
  grant?: Grant;
  usedScopes?: readonly string[];
}

/** Injects the permissions of the authenticated credential: `@CurrentGrant() grant: Grant`. */
export const CurrentGrant = createParamDecorator((_: unknown, context): Grant => {
  const { grant } = context.switchToHttp().getRequest<GrantedRequest>();
  if (!grant) throw new Error('the request has no grant: the route must declare a scope');
  return grant;
});
