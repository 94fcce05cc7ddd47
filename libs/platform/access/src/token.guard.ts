import type { IncomingMessage } from 'node:http';
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  Optional,
} from '@nestjs/common';
import { ApiError, credentialsOf } from '@storewright/json-api';
import {
  open,
  parseToken,
  type PlainToken,
  sameText,
  type SealingKeys,
  secretProof,
} from '@storewright/tokens';
import { annotate, isTracing, traced } from '@storewright/tracing';
import { addressOf, checkAddress } from './allowed-networks';
import { CanaryUses } from './canary-uses';
import { accessOf } from './declaration';
import type { Grant, GrantedRequest } from './grant';
import { LastUsed } from './last-used';
import { NetworkCounts } from './network-counts';
import { ReplicaReads } from './replica-reads';
import { suspended } from './suspension';
import { TokenVerifier } from './token-verifier';

const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export const canWrite = (method: string): boolean => !reads.has(method);

export const SEALING_KEYS = Symbol('sealing keys');

/**
 * Authenticates the bearer token of the request, or throws 401 (RFC 6750; docs/contract.md §3). The 401
 * reveals nothing about the shop.
 */
@Injectable()
export class TokenGuard implements CanActivate {
  @Optional()
  @Inject(NetworkCounts)
  private readonly networks?: NetworkCounts;

  constructor(
    private readonly verifier: TokenVerifier,
    private readonly lastUsed: LastUsed,
    @Inject(SEALING_KEYS) private readonly keys: SealingKeys,
    @Optional() private readonly replicas?: ReplicaReads,
    @Optional() private readonly canaries?: CanaryUses,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<boolean> {
    if (accessOf(context).kind === 'public') return true;
    return traced('token', undefined, () => this.grant(context.switchToHttp().getRequest<GrantedRequest>()));
  }

  private async grant(request: GrantedRequest): Promise<boolean> {
    const token = bearerOf(request);
    const grant = await this.verifier.verify(token);
    if (!grant) this.canaries?.check(token, request);
    if (!grant || (request.shop && request.shop.id !== grant.shop.id)) throw invalidToken();
    const secret = this.checkProof(request, grant, token);
    checkShopHeader(request, grant);
    if (grant.suspension) throw suspended(grant.suspension);
    if (grant.networks) checkAddress(grant.networks, addressOf(request));
    if (!grant.used && !(await this.verifier.firstUse(grant))) throw invalidToken();
    if (secret !== undefined) await this.verifier.firstUseOfSecret(grant, secret);
    this.lastUsed.note(grant);
    if (this.replicas?.isUsed && canWrite(request.method)) await this.replicas.beforeWrite(grant);
    request.shop = grant.shop;
    request.grant = grant;
    // Counts the client's address before the handler runs, because the socket of an aborted request has no
    // address.
    this.networks?.add(grant, addressOf(request));
    if (isTracing()) annotate({ 'storewright.shop_id': grant.shop.id, 'storewright.credential': grant.kind });
    return true;
  }

  /**
   * Throws 401 if the app requires the header Secret-Proof and its value is invalid. Returns the encrypted
   * secret with which the proof was created, if this use must invalidate older secrets.
   */
  private checkProof(
    request: GrantedRequest,
    { proofSecrets }: Grant,
    token: PlainToken,
  ): string | undefined {
    if (!proofSecrets) return undefined;
    const proof = request.headers['secret-proof'];
    const used = proofSecrets.findIndex(
      (sealed) =>
        typeof proof === 'string' && sameText(proof, secretProof(open(this.keys, sealed), token.reveal())),
    );
    if (used === -1)
      throw invalidToken(
        'This app must send "Secret-Proof: hex(HMAC-SHA256(key = app secret, message = token))" with every request.',
        'Secret-Proof',
      );
    return used === 0 && proofSecrets.length > 1 ? proofSecrets[0] : undefined;
  }
}

/**
 * Injects the token of the request, for a handler that continues after the response has started: `@Bearer()
 * token: PlainToken`.
 */
export const Bearer = createParamDecorator((_: unknown, context): PlainToken =>
  bearerOf(context.switchToHttp().getRequest<GrantedRequest>()),
);

/**
 * Returns the token in the Authorization header. Throws 401 if the header is missing or contains no
 * well-formed token.
 */
export function bearerOf({ headers, raw }: Pick<GrantedRequest, 'headers' | 'raw'>): PlainToken {
  const { authorization } = headers;
  if (authorization === undefined) {
    throw new ApiError('unauthorized', {
      detail: 'The request has no token. Send it as "Authorization: Bearer <token>".',
      headers: { 'www-authenticate': challenge() },
    });
  }
  const token = credentialOf(raw);
  if (!token) throw invalidToken();
  return token;
}

interface BearingRequest extends IncomingMessage {
  /**
   * Token from the Authorization header. null if the header contains no well-formed token, and undefined
   * before the header was parsed.
   */
  credential?: PlainToken | null;
}

/**
 * Returns the token in the Authorization header if it is well-formed. The result is cached, because admission
 * control also needs it.
 */
export function credentialOf(request: IncomingMessage): PlainToken | undefined {
  const known = request as BearingRequest;
  if (known.credential === undefined) {
    const sent = credentialsOf(request.headers.authorization, 'Bearer');
    known.credential = (sent !== undefined && parseToken(sent)) || null;
  }
  return known.credential ?? undefined;
}

/**
 * Validates the header `shop-id` (docs/contract.md §1). On the central host, a request with an access token
 * must have the header. On the host of a shop, the header must not contain the id of a different shop.
 */
function checkShopHeader({ headers, shop }: GrantedRequest, grant: Grant): void {
  const named = headers['shop-id'];
  if (named === undefined && (shop || grant.kind === 'oauth_token')) return;
  if (typeof named === 'string' && named.toLowerCase() === grant.shop.id) return;
  throw new ApiError('invalid_shop_id', {
    detail:
      named === undefined
        ? 'On this host, a request with an access token must have the header shop-id, ' +
          'which contains the id of the token’s shop.'
        : 'The shop-id header must name the shop of the host and of the token. Send the id of that shop, ' +
          'or omit the header on the host of the shop.',
    source: { header: 'shop-id' },
  });
}

/**
 * Creates the 401 error for an invalid token. The error is the same for an unknown, revoked or expired token
 * and for a token of a different shop, so that clients cannot probe tokens.
 */
export function invalidToken(
  detail = 'The token is unknown, revoked, expired or belongs to another shop.',
  header = 'Authorization',
): ApiError {
  return new ApiError('invalid_token', {
    detail,
    source: { header },
    headers: { 'www-authenticate': challenge('invalid_token', 'The token is not valid here') },
  });
}

/** Renders the response header `WWW-Authenticate` for a bearer token (RFC 6750 §3). */
export function challenge(error?: string, description?: string, scope?: string): string {
  const parts = ['realm="storewright"'];
  if (error) parts.push(`error="${error}"`);
  if (description) parts.push(`error_description="${description}"`);
  if (scope) parts.push(`scope="${scope}"`);
  return `Bearer ${parts.join(', ')}`;
}
