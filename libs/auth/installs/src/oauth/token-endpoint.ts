import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@storewright/json-api';
import { baseUrlOf, HOSTS, type Hosts } from '@storewright/tenancy';
import type { FastifyRequest } from 'fastify';
import { ClientTokens, type TokenRequest } from '../oauth-tokens/client-tokens';
import { type Exchanged, type Holder, NonceExchange } from '../oauth-tokens/nonce-exchange';
import { isVerifierOf } from './code-challenge';
import { AttemptLimiter } from './attempt-limiter';
import { OAuthError } from './oauth-error';

/** Token response to an app (RFC 6749 §5.1). Without expires_in, because the token does not expire. */
export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  scope: string;
  shop_id: string;
  base_url: string;
}

/** Token request with an authorization code, which is the nonce of an installation. */
interface CodeGrant {
  code: string;
  app_id: string;
  verifier?: string | undefined;
  redirect_uri?: string | undefined;
}

/**
 * Token requests of authenticated apps, with an authorization code or with the app's secret (RFC 6749 §4.1.3,
 * §4.4; RFC 7636 §4.6).
 */
@Injectable()
export class TokenEndpoint {
  constructor(
    private readonly nonces: NonceExchange,
    private readonly clientTokens: ClientTokens,
    private readonly attempts: AttemptLimiter,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
  ) {}

  async grant(
    form: ReadonlyMap<string, string>,
    app_id: string,
    request: FastifyRequest,
  ): Promise<TokenResponse> {
    const { token, shop } = await this.exchangedFor(form, app_id, request);
    return {
      access_token: token.token,
      token_type: 'Bearer',
      scope: token.scopes.join(' '),
      shop_id: shop.id,
      base_url: baseUrlOf(this.hosts, shop.domain),
    };
  }

  private exchangedFor(
    form: ReadonlyMap<string, string>,
    app_id: string,
    request: FastifyRequest,
  ): Promise<Exchanged> {
    switch (required(form, 'grant_type')) {
      case 'authorization_code': {
        const [verifier, redirect_uri] = [form.get('code_verifier'), form.get('redirect_uri')];
        return this.exchange({ code: required(form, 'code'), app_id, verifier, redirect_uri }, request);
      }
      case 'client_credentials':
        return this.issue({
          ...{ app_id, domain: required(form, 'shop'), requestId: request.id },
          scopes: (form.get('scope') ?? '').split(' ').filter((scope) => scope !== ''),
        });
      default:
        throw new OAuthError(
          'unsupported_grant_type',
          'An app must use the grant_type "authorization_code" or "client_credentials".',
        );
    }
  }

  /**
   * Issues a token with all granted scopes, even if the requested `scope` contains fewer. The response lists
   * the granted scopes (RFC 6749 §3.3).
   */
  private async issue(request: TokenRequest): Promise<Exchanged> {
    const issued = await withOAuthErrors(() => this.clientTokens.issue(request));
    if (issued) return issued;
    throw new OAuthError(
      'invalid_grant',
      'No shop with this domain has installed the app. Send the domain of a shop that has.',
    );
  }

  private async exchange(grant: CodeGrant, { ip, id: requestId }: FastifyRequest): Promise<Exchanged> {
    const check = (holder: Holder) => checkHolder(holder, grant);
    const exchanged = await withOAuthErrors(() => this.nonces.exchange(grant.code, { requestId, check }));
    if (exchanged) return exchanged;
    this.attempts.countNonce(ip, grant.app_id);
    throw notThisApps();
  }
}

export function required(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter "${name}" is missing.`);
  return value;
}

export async function withOAuthErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    throw new OAuthError('invalid_grant', error.message);
  }
}

/** Rejects the authorization code of another app like an unknown code, without invalidating it. */
function checkHolder(holder: Holder, { app_id, verifier, redirect_uri }: CodeGrant): void {
  if (holder.app_id !== app_id) throw notThisApps();
  if (redirect_uri !== undefined && !isSameRedirect(redirect_uri, holder.install_url))
    throw new OAuthError('invalid_grant', 'redirect_uri is not the install URL of the app.');
  const { code_challenge: challenge } = holder;
  // A verifier for an authorization code without a challenge means that the challenge was removed from the
  // authorization request (RFC 9700 §2.1.1).
  if (challenge === null ? verifier === undefined : isVerifierOf(challenge, verifier ?? '')) return;
  throw new OAuthError('invalid_grant', 'code_verifier does not match the code_challenge of the code.');
}

/**
 * Compares redirect URIs without their query strings, which some clients omit. The check only catches
 * mistakes, because an app has one registered install URL.
 */
function isSameRedirect(redirect: string, registered: string): boolean {
  if (!URL.canParse(redirect)) return false;
  const [one, other] = [new URL(redirect), new URL(registered)];
  return one.origin === other.origin && one.pathname === other.pathname;
}

function notThisApps(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The authorization code is unknown or belongs to another app. Start a new authorization request.',
  );
}
