import type { PlainToken } from '@storewright/tokens';
import type { Scope } from '@storewright/scopes';
import { addressOf, checkAddress } from './allowed-networks';
import type { Grant, GrantedRequest } from './grant';
import { checkScopes } from './scope.guard';
import { suspended } from './suspension';
import { invalidToken } from './token.guard';
import type { TokenVerifier } from './token-verifier';

/**
 * Verifies the token again while a response is streamed, so that a revocation ends the response. Returns the
 * current permissions. Throws the same errors as a new request with this token and these scopes.
 */
export async function stillGranted(
  verifier: TokenVerifier,
  request: GrantedRequest,
  { token, scopes }: { token: PlainToken; scopes: readonly Scope[] },
): Promise<Grant> {
  const grant = await verifier.verify(token);
  if (grant?.shop.id !== request.grant!.shop.id) throw invalidToken();
  if (grant.suspension) throw suspended(grant.suspension);
  if (grant.networks) checkAddress(grant.networks, addressOf(request));
  checkScopes(grant, scopes);
  return grant;
}
