import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import { accessOf } from './declaration';
import type { GrantedRequest } from './grant';
import { challenge } from './token.guard';

/** @Scope → allowed, or 403 (RFC 6750 §3.1). Before the input is read and before anything is looked for. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const access = accessOf(context);
    if (access.kind !== 'scope') return access.kind === 'public';
    const { grant } = context.switchToHttp().getRequest<GrantedRequest>();
    const { scope } = access;
    if (grant && (!grant.scopes || grant.scopes.has(scope))) return true;
    throw new ApiError('insufficient_scope', {
      detail: `This needs the scope "${scope}", which the token does not have; the shop owner grants it on installation or when the token is generated.`,
      meta: { required_scopes: [scope] },
      headers: { 'www-authenticate': challenge('insufficient_scope', `The scope ${scope} is needed`, scope) },
    });
  }
}
