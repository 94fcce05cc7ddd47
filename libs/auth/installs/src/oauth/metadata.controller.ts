import { Controller, Get, Inject, Req } from '@nestjs/common';
import { Public } from '@storewright/access';
import { Operation, parseNoQuery, queryStringOf, type Render } from '@storewright/json-api';
import { declaredScopes } from '@storewright/scopes';
import type { FastifyRequest } from 'fastify';
import { deviceGrantType } from './device-client';
import { ISSUER } from './issuer';
import { metadataSchema } from './oauth-schemas';

/** Methods of OAuth client authentication (docs/adr/oauth-endpoints.md). */
const authentication = ['client_secret_basic', 'client_secret_post'];

@Controller('.well-known/oauth-authorization-server')
export class MetadataController {
  constructor(@Inject(ISSUER) private readonly issuer: string) {}

  @Get()
  @Public('clients discover the endpoints before they authenticate')
  @Operation({
    id: 'getAuthorizationServerMetadata',
    summary: 'Metadata for OAuth clients (RFC 8414)',
    answers: [{ shows: 'content', mediaType: 'application/json', schema: metadataSchema }],
  })
  metadata(@Req() request: FastifyRequest): Render {
    parseNoQuery(queryStringOf(request));
    const body = JSON.stringify(metadataOf(this.issuer));
    return () => ({ headers: { 'content-type': 'application/json' }, body });
  }
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    // AI agents and the platform's command line use the method `none`, because they have no secret.
    token_endpoint_auth_methods_supported: [...authentication, 'none'],
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: authentication,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: authentication,
    scopes_supported: declaredScopes.map(({ scope }) => scope),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrantType],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
