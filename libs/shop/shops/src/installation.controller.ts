import { Controller, Get, Inject } from '@nestjs/common';
import { CurrentGrant, DeclareAccess, type Grant, invalidToken, networkTexts } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import {
  ApiError,
  ObjectParameters,
  type ObjectQuery,
  Operation,
  type Render,
  resourceDocument,
  withBodyEtag,
} from '@storewright/json-api';
import { baseUrlOf, HOSTS, type Hosts, shops } from '@storewright/tenancy';
import { installationOf } from './installation';
import { installation } from './installation.resource';

@Controller('api/installation')
export class InstallationController {
  constructor(
    private readonly database: AuthDatabase,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
  ) {}

  @Get()
  @DeclareAccess({ kind: 'bearer' })
  @Operation({ etag: true, included: [shops] })
  async show(
    @CurrentGrant() { kind, digest, shop, networks, askScopes, dailyLimits }: Grant,
    @ObjectParameters(installation) query: ObjectQuery,
  ): Promise<Render> {
    if (kind !== 'oauth_token') throw noInstallation();
    const row = await installationOf(this.database, digest);
    if (!row) throw invalidToken();
    const shown = {
      ...row,
      allowed_networks: networks ? networkTexts(networks) : null,
      ask_scopes: [...(askScopes ?? [])],
      daily_request_limit: dailyLimits?.requests ?? null,
      daily_write_limit: dailyLimits?.writes ?? null,
      base_url: baseUrlOf(this.hosts, shop.domain),
    };
    const included = [{ resource: shops, row: { ...row, id: shop.id } }];
    return withBodyEtag(resourceDocument(installation, shown, query, { included }));
  }
}

function noInstallation(): ApiError {
  return new ApiError('not_found', {
    detail:
      'An access token has no installation. Use the OAuth token that the app received when it was installed.',
  });
}
