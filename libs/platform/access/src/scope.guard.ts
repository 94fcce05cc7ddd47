import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import type { Scope } from '@storewright/scopes';
import { traced } from '@storewright/tracing';
import { accessOf } from './declaration';
import type { Grant, GrantedRequest } from './grant';
import { challenge } from './token.guard';

/** @Scope → allowed, or 403 (RFC 6750 §3.1). Before the input is read and before anything is looked for. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return traced('scope', undefined, () => this.isAllowed(context));
  }

  private isAllowed(context: ExecutionContext): boolean {
    const access = accessOf(context);
    const { grant } = context.switchToHttp().getRequest<GrantedRequest>();
    if (access.kind === 'operations' || access.kind === 'bearer') return grant !== undefined;
    if (access.kind !== 'scope') return access.kind === 'public';
    if (!grant) return false;
    requireScopes(grant, [access.scope, ...(access.also ?? [])]);
    return true;
  }
}

/** Whether the token of the request has the scope. */
export function holdsScope({ grant }: GrantedRequest, scope: string): boolean {
  return grant !== undefined && (!grant.scopes || grant.scopes.has(scope));
}

/** Throws 403 where the token lacks one of the scopes, naming those that it lacks. */
export function requireScopes({ scopes: held }: Pick<Grant, 'scopes'>, needed: readonly Scope[]): void {
  const missing = held ? [...new Set(needed)].filter((scope) => !held.has(scope)) : [];
  if (missing.length === 0) return;
  const [named, theirs] = missing.length === 1 ? ['scope', 'it'] : ['scopes', 'them'];
  throw new ApiError('insufficient_scope', {
    detail: `This needs the ${named} ${missing.map((scope) => `"${scope}"`).join(', ')}, which the token does not have; the shop owner grants ${theirs} on installation or when the token is generated.`,
    meta: { required_scopes: missing },
    headers: {
      'www-authenticate': challenge(
        'insufficient_scope',
        `The ${named} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} needed`,
        missing.join(' '),
      ),
    },
  });
}
