import { Controller, Post, Req, UseFilters } from '@nestjs/common';
import { DeclareAccess, Public, SmallBody, StepUpNotRequired } from '@storewright/access';
import { Operation, type Render } from '@storewright/json-api';
import { parseToken } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { OAuthTokens } from '../oauth-tokens/oauth-tokens';
import { ClientAuthentication } from './client-authentication';
import { deviceGrantType } from './device-client';
import { DeviceGrant } from './device-grant';
import { readForm, tokenParameter } from './form';
import { TokenIntrospection } from './introspection';
import { oauthAnswer, OAuthError, OAuthErrorFilter } from './oauth-error';
import {
  deviceAuthorizationBody,
  deviceAuthorizationSchema,
  introspectionSchema,
  ofOAuth,
  tokenBody,
  tokenSchema,
} from './oauth-schemas';
import { TokenEndpoint } from './token-endpoint';

/** For OAuth libraries: forms in, plain JSON out. */
@Controller('oauth')
@UseFilters(OAuthErrorFilter)
export class OAuthController {
  constructor(
    private readonly clients: ClientAuthentication,
    private readonly tokens: OAuthTokens,
    private readonly introspection: TokenIntrospection,
    private readonly tokenEndpoint: TokenEndpoint,
    private readonly deviceGrant: DeviceGrant,
  ) {}

  /** RFC 6749 §3.2. */
  @Post('token')
  @SmallBody()
  @DeclareAccess({ kind: 'client' })
  @StepUpNotRequired('the client proves itself')
  @Operation({
    ...ofOAuth,
    id: 'getToken',
    summary:
      'Get an OAuth token for an authorization code, or for the secret of an installed app (RFC 6749); of the platform’s command line, a session for a device code (RFC 8628)',
    body: tokenBody,
    answers: [{ shows: 'content', mediaType: 'application/json', schema: tokenSchema }],
  })
  async token(@Req() request: FastifyRequest): Promise<Render> {
    const form = readForm(request);
    if (form.get('grant_type') === deviceGrantType)
      return oauthAnswer(await this.deviceGrant.grant(form, request));
    const client = await this.clients.authenticate(request, form);
    if (client.kind !== 'app')
      throw new OAuthError('unauthorized_client', 'A resource server may ask about tokens, not get any.');
    return oauthAnswer(await this.tokenEndpoint.grant(form, client.app_id, request));
  }

  /** RFC 8628 §3.1. */
  @Post('device_authorization')
  @SmallBody()
  @Public('it only asks: a signed-in person lets the program in, or does not')
  @StepUpNotRequired('a signed-in person decides later')
  @Operation({
    ...ofOAuth,
    id: 'authorizeDevice',
    summary: 'Ask a person to let the platform’s command line in (RFC 8628)',
    body: deviceAuthorizationBody,
    answers: [{ shows: 'content', mediaType: 'application/json', schema: deviceAuthorizationSchema }],
  })
  async authorizeDevice(@Req() request: FastifyRequest): Promise<Render> {
    return oauthAnswer(await this.deviceGrant.begin(readForm(request), request));
  }

  /** RFC 7009. 200 says that the token does not work (any more): one that is unknown or another app's is left alone and looks the same. */
  @Post('revoke')
  @SmallBody()
  @DeclareAccess({ kind: 'client' })
  @StepUpNotRequired('the client proves itself')
  @Operation({
    ...ofOAuth,
    id: 'revokeToken',
    summary: 'End a token (RFC 7009)',
    answers: [{ shows: 'nothing', status: 200 }],
  })
  async revoke(@Req() request: FastifyRequest): Promise<Render> {
    const form = readForm(request);
    const client = await this.clients.authenticate(request, form);
    const token = parseToken(tokenParameter(form));
    if (client.kind !== 'app')
      throw new OAuthError('unauthorized_client', 'A resource server may ask about tokens, not revoke them.');
    if (token?.kind === 'oauth_token') await this.tokens.revokeOfApp(token.digest, client.app_id, request.id);
    return oauthAnswer();
  }

  /** RFC 7662. */
  @Post('introspect')
  @SmallBody()
  @DeclareAccess({ kind: 'client' })
  @StepUpNotRequired('it only reads data')
  @Operation({
    ...ofOAuth,
    id: 'introspectToken',
    summary: 'Ask about a token (RFC 7662)',
    answers: [{ shows: 'content', mediaType: 'application/json', schema: introspectionSchema }],
  })
  async introspect(@Req() request: FastifyRequest): Promise<Render> {
    const form = readForm(request);
    const client = await this.clients.authenticate(request, form);
    return oauthAnswer(await this.introspection.introspect(tokenParameter(form), client));
  }
}
