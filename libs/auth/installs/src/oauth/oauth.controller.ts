import { Controller, Inject, Post, Req, UseFilters } from '@nestjs/common';
import { DeclareAccess, Public, SmallBody, StepUpNotRequired } from '@storewright/access';
import { Operation, type Render } from '@storewright/json-api';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { OAuthTokens } from '../oauth-tokens/oauth-tokens';
import { AgentTokenEndpoint, isAgentRequest } from '../agents/agent-token-endpoint';
import { ClientAuthentication } from './client-authentication';
import { deviceGrantType, isDeviceRefresh } from './device-client';
import { DeviceGrant } from './device-grant';
import { readForm, tokenParameter } from './form';
import { TokenIntrospection } from './introspection';
import { oauthResponse, OAuthError, OAuthErrorFilter } from './oauth-error';
import {
  deviceAuthorizationBody,
  deviceAuthorizationSchema,
  introspectionSchema,
  oauthEndpoint,
  tokenBody,
  tokenSchema,
} from './oauth-schemas';
import { TokenEndpoint } from './token-endpoint';

/** OAuth endpoints with form-encoded requests and plain JSON responses, as OAuth libraries expect. */
@Controller('oauth')
@UseFilters(OAuthErrorFilter)
export class OAuthController {
  @Inject(AgentTokenEndpoint)
  private readonly agents: AgentTokenEndpoint;

  constructor(
    private readonly clients: ClientAuthentication,
    private readonly tokens: OAuthTokens,
    private readonly introspection: TokenIntrospection,
    private readonly tokenEndpoint: TokenEndpoint,
    private readonly deviceGrant: DeviceGrant,
  ) {}

  /** Token endpoint (RFC 6749 §3.2). */
  @Post('token')
  @SmallBody()
  @DeclareAccess({ kind: 'client' })
  @StepUpNotRequired('the client authenticates itself')
  @Operation({
    ...oauthEndpoint,
    id: 'getToken',
    summary:
      'Get an OAuth token for an authorization code with the secret of an installed app, or for a ' +
      'refresh token of an agent (RFC 6749), or a session for a device code or a refresh token of the platform’s ' +
      'command line (RFC 8628)',
    body: tokenBody,
    answers: [{ shows: 'content', mediaType: 'application/json', schema: tokenSchema }],
  })
  async token(@Req() request: FastifyRequest): Promise<Render> {
    const form = readForm(request);
    if (form.get('grant_type') === deviceGrantType)
      return oauthResponse(await this.deviceGrant.grant(form, request));
    if (isDeviceRefresh(form)) return oauthResponse(await this.deviceGrant.refresh(form, request));
    if (isAgentRequest(request, form)) return oauthResponse(await this.agents.grant(form, request));
    const client = await this.clients.authenticate(request, form);
    if (client.kind !== 'app')
      throw new OAuthError(
        'unauthorized_client',
        'A resource server can only introspect tokens. Request a token as an app.',
      );
    return oauthResponse(await this.tokenEndpoint.grant(form, client.app_id, request));
  }

  /** Device authorization endpoint (RFC 8628 §3.1). */
  @Post('device_authorization')
  @SmallBody()
  @Public('a signed-in person decides about the request')
  @StepUpNotRequired('a signed-in person decides later')
  @Operation({
    ...oauthEndpoint,
    id: 'authorizeDevice',
    summary: 'Start a device sign-in or a confirmation of the platform’s command line (RFC 8628)',
    body: deviceAuthorizationBody,
    answers: [{ shows: 'content', mediaType: 'application/json', schema: deviceAuthorizationSchema }],
  })
  async authorizeDevice(@Req() request: FastifyRequest): Promise<Render> {
    return oauthResponse(await this.deviceGrant.begin(readForm(request), request));
  }

  /**
   * Revocation endpoint (RFC 7009). An unknown token or a token of another app gets the same 200 response and
   * stays unchanged.
   */
  @Post('revoke')
  @SmallBody()
  @DeclareAccess({ kind: 'client' })
  @StepUpNotRequired('the client authenticates itself')
  @Operation({
    ...oauthEndpoint,
    id: 'revokeToken',
    summary: 'Revoke a token (RFC 7009)',
    answers: [{ shows: 'nothing', status: 200 }],
  })
  async revoke(@Req() request: FastifyRequest): Promise<Render> {
    const form = readForm(request);
    if (isAgentRequest(request, form)) {
      await this.agents.revoke(form, request);
      return oauthResponse();
    }
    const client = await this.clients.authenticate(request, form);
    const token = parseToken(tokenParameter(form));
    if (client.kind !== 'app')
      throw new OAuthError(
        'unauthorized_client',
        'A resource server can only introspect tokens. Revoke the token as its app.',
      );
    if (token?.kind === 'oauth_token') await this.tokens.revokeOfApp(token.digest, client.app_id, request.id);
    return oauthResponse();
  }

  @Post('introspect')
  @SmallBody()
  @DeclareAccess({ kind: 'client' })
  @StepUpNotRequired('it only reads data')
  @Operation({
    ...oauthEndpoint,
    id: 'introspectToken',
    summary: 'Introspect a token (RFC 7662)',
    answers: [{ shows: 'content', mediaType: 'application/json', schema: introspectionSchema }],
  })
  async introspect(@Req() request: FastifyRequest): Promise<Render> {
    const form = readForm(request);
    const client = await this.clients.authenticate(request, form);
    return oauthResponse(await this.introspection.introspect(tokenParameter(form), client));
  }
}
