import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import type { Scope } from '@storewright/scopes';
import { traced } from '@storewright/tracing';
import { type Access, accessOf, isProposable } from './declaration';
import type { Grant, GrantedRequest } from './grant';
import { challenge } from './token.guard';

const NEEDS_ANY_TOKEN: readonly Access['kind'][] = ['operations', 'token', 'bearer'];

/**
 * Throws 403 if the token lacks a scope that the route requires (RFC 6750 §3.1). Runs before the request body
 * is parsed.
 */
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
    const needed = [access.scope, ...(access.also ?? [])];
    requireScopes(request, needed, { isProposable: grant.askScopes !== undefined && isProposable(context) });
    return true;
  }
}

export function holdsScope({ grant }: GrantedRequest, scope: string): boolean {
  return grant !== undefined && (!grant.scopes || grant.scopes.has(scope));
}

/**
 * Throws 403 if the token has none of the accepted scopes. Records the token's accepted scopes as used,
 * because each scope adds data to the response.
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

/**
 * Throws 403 if the token lacks a needed scope, or if the write needs approval by a member of the shop but
 * the route handler cannot store a proposal. Records the needed scopes as used.
 */
export function requireScopes(
  request: GrantedRequest,
  needed: readonly Scope[],
  { isProposable: canPropose = false }: { isProposable?: boolean } = {},
): void {
  const grant = request.grant!;
  checkScopes(grant, needed);
  if (!canPropose && mustPropose(grant, needed)) throw notProposable(grant, needed);
  noteUse(request, needed);
}

/** True if a write that needs these scopes also needs approval by a member of the shop. */
export function mustPropose({ askScopes }: Pick<Grant, 'askScopes'>, needed: readonly Scope[]): boolean {
  return askScopes !== undefined && needed.some((scope) => askScopes.has(scope));
}

function notProposable({ askScopes }: Grant, needed: readonly Scope[]): ApiError {
  const scopes = needed.filter((scope) => askScopes?.has(scope));
  return new ApiError('approval_not_supported', {
    detail:
      `A member of the shop must approve writes with the scope ${scopes.map((scope) => `"${scope}"`).join(', ')}, ` +
      'but this request cannot be stored as a proposal. Ask the shop owner to allow these writes without approval.',
    meta: { ask_scopes: scopes },
  });
}

function noteUse(request: GrantedRequest, scopes: readonly Scope[]): void {
  const { usedScopes } = request;
  request.usedScopes = usedScopes ? [...new Set([...usedScopes, ...scopes])] : scopes;
}

/** Throws 403 with the names of the scopes that the token lacks. */
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
