import { createParamDecorator } from '@nestjs/common';
import type { Shop, ShopRequest } from '@storewright/tenancy';
import type { Digest } from '@storewright/tokens';

/** What a credential may do: the answer to "who asks?". */
export interface Grant {
  kind: 'access_token' | 'oauth_token';
  token_id: string;
  /** The sign-in session that an access token of the admin panel belongs to and ends with. */
  session_id?: string;
  digest: Digest;
  shop: Shop;
  /** undefined: all scopes. */
  scopes?: ReadonlySet<string>;
  app_id?: string;
  /** Whose token it is, of an OAuth token. */
  installation_id?: string;
  /** An OAuth token whose first use is on record; after it the nonce is dead (docs/contract.md §4). */
  used: boolean;
  /** The app's living secrets, sealed, where it requires a Secret-Proof. */
  proofSecrets?: readonly string[];
}

export interface GrantedRequest extends ShopRequest {
  grant?: Grant;
}

/** The credential of the request: `@CurrentGrant() grant: Grant`. */
export const CurrentGrant = createParamDecorator((_: unknown, context): Grant => {
  const { grant } = context.switchToHttp().getRequest<GrantedRequest>();
  if (!grant) throw new Error('the route has no grant: does it declare a scope?');
  return grant;
});
