import { Inject, Injectable } from '@nestjs/common';
import { baseUrlOf, HOSTS, type Hosts } from '@storewright/tenancy';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { AttemptLimiter } from '../oauth/attempt-limiter';
import { isVerifierOf } from '../oauth/code-challenge';
import { tokenParameter } from '../oauth/form';
import { OAuthError } from '../oauth/oauth-error';
import { required, withOAuthErrors } from '../oauth/token-endpoint';
import { AgentClients } from './agent-clients';
import { ACCESS_TOKEN_LIFE_SECONDS, AgentTokens, type CodeCheck, type TokenPair } from './agent-tokens';
import { isClientUrl } from './client-document';

type Form = ReadonlyMap<string, string>;

/** Token response to an AI agent (RFC 6749 §5.1). */
export interface AgentTokenResponse {
  access_token: string;
  refresh_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
  shop_id: string;
  base_url: string;
}

/** True for a token request of an AI agent, which is a public client (RFC 6749 §2.1). */
export function isAgentRequest({ headers }: FastifyRequest, form: Form): boolean {
  return (
    isClientUrl(form.get('client_id')) && !form.has('client_secret') && headers.authorization === undefined
  );
}

/** Token requests of AI agents (RFC 6749 §4.1.3, §6; RFC 7636 §4.6; RFC 8707 §2.2). */
@Injectable()
export class AgentTokenEndpoint {
  constructor(
    private readonly tokens: AgentTokens,
    private readonly clients: AgentClients,
    private readonly attempts: AttemptLimiter,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
  ) {}

  async grant(form: Form, request: FastifyRequest): Promise<AgentTokenResponse> {
    const domain = this.domainIn(form);
    const pair = await withOAuthErrors(() => this.pairFor(form, request));
    if (!pair) {
      this.attempts.countNonce(request.ip);
      throw new OAuthError(
        'invalid_grant',
        'This agent has no such code or refresh token. Start a new authorization request.',
      );
    }
    const { access_token, refresh_token, scopes, shop } = pair;
    if (domain !== undefined && domain !== shop.domain)
      throw new OAuthError('invalid_target', 'resource is not the MCP server of the shop of the consent.');
    return {
      ...{ access_token, refresh_token, token_type: 'Bearer', expires_in: ACCESS_TOKEN_LIFE_SECONDS },
      ...{ scope: scopes.join(' '), shop_id: shop.id, base_url: baseUrlOf(this.hosts, shop.domain) },
    };
  }

  /**
   * Revokes all tokens of one consent (RFC 7009). An unknown token or a token of another client gets the same
   * response.
   */
  async revoke(form: Form, { id: requestId }: FastifyRequest): Promise<void> {
    const token = parseToken(tokenParameter(form));
    if (token) await this.tokens.revoke(token.digest, { client_url: form.get('client_id')!, requestId });
  }

  private pairFor(form: Form, { id: requestId }: FastifyRequest): Promise<TokenPair | undefined> {
    const presented = { client_url: required(form, 'client_id'), requestId };
    switch (required(form, 'grant_type')) {
      case 'authorization_code':
        return this.tokens.exchange(required(form, 'code'), presented, codeCheck(form));
      case 'refresh_token': {
        const token = parseToken(required(form, 'refresh_token'));
        return token?.kind === 'refresh_token'
          ? this.tokens.refresh(token.digest, presented)
          : Promise.resolve(undefined);
      }
      default:
        throw new OAuthError(
          'unsupported_grant_type',
          'An agent must use the grant_type "authorization_code" or "refresh_token".',
        );
    }
  }

  /**
   * Returns the shop domain from the OAuth resource parameter, or undefined without the parameter. Throws if
   * the resource is not the MCP server of a shop.
   */
  private domainIn(form: Form): string | undefined {
    const resource = form.get('resource');
    if (resource === undefined) return undefined;
    const domain = this.clients.domainIn(resource);
    if (domain === undefined)
      throw new OAuthError('invalid_target', 'resource is not the MCP server of a shop.');
    return domain;
  }
}

/**
 * Verifies that the redirect URI and the PKCE verifier match the authorization request that the shop owner
 * approved.
 */
function codeCheck(form: Form): CodeCheck {
  const [redirect_uri, verifier] = [required(form, 'redirect_uri'), required(form, 'code_verifier')];
  return (nonce) => {
    if (nonce.redirect_uri !== redirect_uri)
      throw new OAuthError('invalid_grant', 'redirect_uri is not that of the authorization request.');
    if (nonce.code_challenge === null || !isVerifierOf(nonce.code_challenge, verifier))
      throw new OAuthError('invalid_grant', 'code_verifier does not match the code_challenge of the code.');
  };
}
