import { createParamDecorator } from '@nestjs/common';
import type { Shop, ShopRequest } from '@storewright/tenancy';
import type { Digest } from '@storewright/tokens';

/** The authenticated credential of a request and its permissions. */
export interface Grant {
  kind: 'access_token' | 'oauth_token';
  token_id: string;
  /** Sign-in session of an access token of the panel. The token ends with it. */
  session_id?: string;
  digest: Digest;
  shop: Shop;
  /** Undefined means all scopes. */
  scopes?: ReadonlySet<string>;
  app_id?: string;
  /** Installation of an OAuth token. */
  installation_id?: string;
  /** True once the first use of an OAuth token is stored. Its nonce is then used up (docs/contract.md §4). */
  used: boolean;
  /** Encrypted active secrets of an app that requires Secret-Proof. */
  proofSecrets?: readonly string[];
}

export interface GrantedRequest extends ShopRequest {
  grant?: Grant;
}

/** The grant of the request: `@CurrentGrant() grant: Grant`. */
export const CurrentGrant = createParamDecorator((_: unknown, context): Grant => {
  const { grant } = context.switchToHttp().getRequest<GrantedRequest>();
  if (!grant) throw new Error('the request has no grant: the route must declare a scope');
  return grant;
});
