import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import type { Scope } from '@storewright/scopes';
import { traced } from '@storewright/tracing';
import { type Access, accessOf } from './declaration';
import type { Grant, GrantedRequest } from './grant';
import { challenge } from './token.guard';

/** Kinds of access for which this guard checks no scope. */
const NEEDS_ANY_TOKEN: readonly Access['kind'][] = ['operations', 'token', 'bearer'];

/** Throws 403 if the token lacks a scope of the route (RFC 6750 §3.1). Runs before the input is read. */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return traced('scope', undefined, () => this.isAllowed(context));
  }

  private isAllowed(context: ExecutionContext): boolean {
    const access = accessOf(context);
    const request = context.switchToHttp().getRequest<GrantedRequest>();
    const { grant } = request;
    if (NEEDS_ANY_TOKEN.includes(access.kind)) return grant !== undefined;
    if (access.kind !== 'scope') return access.kind === 'public';
    if (!grant) return false;
    requireScopes(request, [access.scope, ...(access.also ?? [])]);
    return true;
  }
}

export function holdsScope({ grant }: GrantedRequest, scope: string): boolean {
  return grant !== undefined && (!grant.scopes || grant.scopes.has(scope));
}

/**
 * Throws 403 if the token has none of the scopes. Counts all accepted scopes of the token as used, because the
 * response contains what each of them allows.
 */
export function requireOneScope(request: GrantedRequest, accepted: readonly Scope[]): void {
  const held = accepted.filter((scope) => holdsScope(request, scope));
  if (held.length > 0) return noteUse(request, held);
  throw new ApiError('insufficient_scope', {
    detail: `The token needs at least one of the scopes ${accepted.map((scope) => `"${scope}"`).join(', ')}. The shop owner grants scopes when they install the app or create the token.`,
    meta: { required_scopes: accepted },
    headers: {
      'www-authenticate': challenge(
        'insufficient_scope',
        `One of the scopes ${accepted.join(', ')} is required`,
        accepted.join(' '),
      ),
    },
  });
}

/** Throws 403 with the missing scopes if any scope is missing. Counts the scopes as used (ScopeCounts). */
export function requireScopes(request: GrantedRequest, needed: readonly Scope[]): void {
  checkScopes(request.grant!, needed);
  noteUse(request, needed);
}

function noteUse(request: GrantedRequest, scopes: readonly Scope[]): void {
  const { usedScopes } = request;
  request.usedScopes = usedScopes ? [...new Set([...usedScopes, ...scopes])] : scopes;
}

/** Throws 403 with the missing scopes if any scope is missing. */
export function checkScopes({ scopes: held }: Pick<Grant, 'scopes'>, needed: readonly Scope[]): void {
  const missing = held ? [...new Set(needed)].filter((scope) => !held.has(scope)) : [];
  if (missing.length === 0) return;
  const [named, theirs] = missing.length === 1 ? ['scope', 'it'] : ['scopes', 'them'];
  throw new ApiError('insufficient_scope', {
    detail: `The token lacks the ${named} ${missing.map((scope) => `"${scope}"`).join(', ')}. The shop owner grants ${theirs} when they install the app or create the token.`,
    meta: { required_scopes: missing },
    headers: {
      'www-authenticate': challenge(
        'insufficient_scope',
        `The ${named} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} required`,
        missing.join(' '),
      ),
    },
  });
}
