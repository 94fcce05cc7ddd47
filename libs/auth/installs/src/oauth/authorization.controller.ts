import { Controller, Get, Inject, Req, UseFilters } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Public } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { App, Shop } from '@storewright/entities';
import { mediaType, Operation, queryStringOf, type Render, Serves } from '@storewright/json-api';
import { AdminPanel } from '@storewright/sessions';
import type { FastifyRequest } from 'fastify';
import { IsNull, type Repository } from 'typeorm';
import { withParameters } from '@storewright/app-listings';
import { AgentAuthorization } from '../agents/agent-authorization';
import { isClientUrl } from '../agents/client-document';
import { FormErrorFilter } from '../grant-form/form-error.filter';
import { grantScreen, seeOther } from '../grant-form/grant-form';
import {
  type AuthorizationRequest,
  faultOf,
  refused,
  readAuthorizationRequest,
  requestedOf,
} from './authorization-request';
import { ISSUER } from './issuer';

/** Authorization endpoint for OAuth clients (RFC 6749 §3.1). Redirects to the grant screen of the shop. */
@Controller('oauth/authorize')
@UseFilters(FormErrorFilter)
export class AuthorizationController {
  @Inject(AgentAuthorization)
  private readonly agents: AgentAuthorization;

  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(App, 'auth') private readonly apps: Repository<App>,
    @InjectRepository(Shop, 'auth') private readonly shops: Repository<Shop>,
    private readonly panel: AdminPanel,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  @Get()
  @Public('it only redirects to the grant screen')
  @Serves('text/html', 'application/json', mediaType)
  @Operation({
    id: 'authorize',
    summary: 'Start an installation as an OAuth client (RFC 6749): redirects to the grant screen of a shop',
    answers: [{ shows: 'nothing', status: 303, headers: ['Location'] }],
    errorBody: { mediaType: 'text/html', schema: { type: 'string' } },
    errors: ['invalid_query_parameter'],
  })
  async authorize(@Req() request: FastifyRequest): Promise<Render> {
    const query = queryStringOf(request);
    if (isClientUrl(new URLSearchParams(query).get('client_id') ?? undefined))
      return this.ofAgent(query, request.ip);
    const authorizationRequest = readAuthorizationRequest(query);
    const app = await this.appOf(authorizationRequest);
    const { state, parameters } = authorizationRequest;
    const fault = faultOf(authorizationRequest, [...app.scopes, ...app.optional_scopes]);
    // Redirecting without a screen is safe, because the target is the registered install URL of the app.
    if (fault)
      return seeOther(
        withParameters(app.install_url, { ...fault, ...(state && { state }), iss: this.issuer }),
      );
    const authorization = { code_challenge: parameters.get('code_challenge') };
    const optional_scopes = requestedOf(parameters).filter((scope) => app.optional_scopes.includes(scope));
    const screen = grantScreen({ app_id: app.id, scopes: [], optional_scopes, state, authorization });
    return seeOther(this.panel.address(await this.domainOf(authorizationRequest.shop), screen));
  }

  private async ofAgent(query: string, address: string): Promise<Render> {
    const { domain, path } = await this.agents.screenFor(query, address);
    return seeOther(this.panel.address(await this.domainOf(domain, 'resource'), path));
  }

  private async appOf({ client_id, parameters }: AuthorizationRequest): Promise<App> {
    const app = await this.database.of({}, this.apps).findOneBy({ id: client_id, deleted_at: IsNull() });
    if (!app) throw refused('client_id', 'is not the id of an app.');
    // Compares the redirect URI character by character (RFC 9700 §4.1.3).
    const redirect = parameters.get('redirect_uri');
    if (redirect !== undefined && redirect !== app.install_url)
      throw refused('redirect_uri', 'is not the install URL of the app.');
    return app;
  }

  /** Reads the shop domain from the database, so that the redirect can only target the host of a shop. */
  private async domainOf(domain: string, parameter = 'shop'): Promise<string> {
    const shop = await this.database.of({}, this.shops).findOneBy({ domain });
    if (!shop) throw refused(parameter, 'does not name a shop.');
    return shop.domain;
  }
}
