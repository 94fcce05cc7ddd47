import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  AccessToken,
  App,
  AppSecret,
  Installation,
  OAuthToken,
  RefreshToken,
  Shop,
  WebhookSecret,
} from '@storewright/entities';
import { ActivityModule } from '@storewright/activity';
import { MailModule } from '@storewright/mail';
import { MembersModule } from '@storewright/members';
import { SessionsModule } from '@storewright/sessions';
import { SignInModule } from '@storewright/sign-in';
import { HOSTS, type Hosts } from '@storewright/tenancy';
import { AppIcon } from '@storewright/app-listings';
import { AgentAuthorization } from './agents/agent-authorization';
import { AgentClients } from './agents/agent-clients';
import { AgentRedirects } from './agents/agent-redirects';
import { AgentTokenEndpoint } from './agents/agent-token-endpoint';
import { AgentTokens } from './agents/agent-tokens';
import { ClientDocuments } from './agents/client-documents';
import { AppIcons } from './app-icons/app-icons';
import { AppIconsController } from './app-icons/app-icons.controller';
import { appCollectionController } from './apps/app-collection.controller';
import { AppCounts } from './apps/app-counts';
import { AppDeletion } from './apps/app-deletion';
import { appDeprecatedRequests } from './apps/app-deprecated-request.resource';
import { AppDeprecatedRequests } from './apps/app-deprecated-requests';
import { appInstallations } from './apps/app-installation.resource';
import { AppInstallations } from './apps/app-installations';
import { AppOverview } from './apps/app-overview';
import { AppOverviewController } from './apps/app-overview.controller';
import { appRequestCounts } from './apps/app-request-count.resource';
import { AppRequestCounts } from './apps/app-request-counts';
import { AppRequest } from './apps/app-request.entity';
import { appRequests } from './apps/app-request.resource';
import { AppRequests, REQUEST_LOG_DAYS } from './apps/app-requests';
import { AppSecrets, WebhookSecrets } from './apps/app-secrets';
import { AppWebhookStatistics } from './apps/app-webhook-statistics';
import { appWebhookStatistics } from './apps/app-webhook-statistics.resource';
import { Apps } from './apps/apps';
import { AppsController } from './apps/apps.controller';
import { ShopApps } from './apps/shop-apps';
import { ShopAppsController } from './apps/shop-apps.controller';
import { TARGET_POLICY, WebhookUrls } from './apps/webhook-urls';
import { ErasureClientGuard } from './erasure-receipts/erasure-client.guard';
import { ErasureReceiptsController } from './erasure-receipts/erasure-receipts.controller';
import { GrantFormController } from './grant-form/grant-form.controller';
import { ApiDeclarations } from './contracts/api-declarations.entity';
import { AppContract } from './contracts/app-contract.entity';
import { DeprecationNotice } from './contracts/deprecation-notice.entity';
import { appContracts } from './contracts/app-contract.resource';
import { AppContracts } from './contracts/app-contracts';
import { AppContractsController } from './contracts/app-contracts.controller';
import { DeprecationNotices } from './contracts/deprecation-notices';
import { Denials } from './installations/denials';
import { Grants } from './installations/grants';
import { Installations } from './installations/installations';
import { InstallationChanges } from './installations/installation-changes';
import { InstallationsController } from './installations/installations.controller';
import { ClientTokens } from './oauth-tokens/client-tokens';
import { ExchangeController } from './oauth-tokens/exchange.controller';
import { NonceExchange, TOKEN_KEYS } from './oauth-tokens/nonce-exchange';
import { Nonce } from './oauth-tokens/nonce.entity';
import { OAuthTokens } from './oauth-tokens/oauth-tokens';
import { OAuthTokensController, ShopOAuthTokensController } from './oauth-tokens/oauth-tokens.controller';
import { AuthorizationController } from './oauth/authorization.controller';
import { ClientAuthentication, RESOURCE_SERVER, type ResourceServer } from './oauth/client-authentication';
import { DeviceGrant } from './oauth/device-grant';
import { DeviceTokens } from './oauth/device-tokens';
import { AttemptLimiter } from './oauth/attempt-limiter';
import { TokenIntrospection } from './oauth/introspection';
import { ISSUER } from './oauth/issuer';
import { MetadataController } from './oauth/metadata.controller';
import { OAuthController } from './oauth/oauth.controller';
import { TokenEndpoint } from './oauth/token-endpoint';
import { ScopeReduction } from './scope-reductions/scope-reduction.entity';
import { ScopeReductions } from './scope-reductions/scope-reductions';
import { ScopeReductionsController } from './scope-reductions/scope-reductions.controller';
import { EventTypesController } from './scopes/event-types.controller';
import { ScopesController } from './scopes/scopes.controller';

export interface InstallsOptions extends Pick<Hosts, 'shopUrl'> {
  authUrl: string;
  /** 32-byte keys. Each OAuth token is derived from a key and a nonce. */
  tokenKeys: readonly Uint8Array[];
  resourceServer?: ResourceServer;
  /** Allows webhooks to this machine. For development only. */
  allowLoopback: boolean;
  requestLogDays: number;
}

const entities = [
  ...[
    AccessToken,
    ApiDeclarations,
    App,
    AppContract,
    AppIcon,
    AppRequest,
    AppSecret,
    DeprecationNotice,
    Installation,
    Nonce,
    OAuthToken,
  ],
  ...[RefreshToken, ScopeReduction, Shop, WebhookSecret],
];

const readsInstallations = [
  'storewright install',
  'storewright apps scopes',
  'storewright trigger',
  'storewright events replay',
] as const;

const controllers = [
  AppsController,
  AppIconsController,
  AppOverviewController,
  appCollectionController(appInstallations, AppInstallations, readsInstallations),
  appCollectionController(appDeprecatedRequests, AppDeprecatedRequests),
  appCollectionController(appContracts, AppContracts),
  AppContractsController,
  appCollectionController(appRequests, AppRequests, ['storewright logs']),
  appCollectionController(appRequestCounts, AppRequestCounts),
  appCollectionController(appWebhookStatistics, AppWebhookStatistics),
  ShopAppsController,
  InstallationsController,
  GrantFormController,
  ExchangeController,
  OAuthTokensController,
  ShopOAuthTokensController,
  AuthorizationController,
  OAuthController,
  MetadataController,
  ErasureReceiptsController,
  ScopesController,
  ScopeReductionsController,
  EventTypesController,
];

const services = [
  AgentAuthorization,
  AgentClients,
  AgentRedirects,
  AgentTokenEndpoint,
  AgentTokens,
  ClientDocuments,
  Apps,
  AppIcons,
  ShopApps,
  AppDeletion,
  AppSecrets,
  WebhookSecrets,
  WebhookUrls,
  AppOverview,
  AppInstallations,
  AppDeprecatedRequests,
  AppContracts,
  DeprecationNotices,
  AppRequests,
  AppCounts,
  AppRequestCounts,
  AppWebhookStatistics,
  Grants,
  Denials,
  Installations,
  InstallationChanges,
  AttemptLimiter,
  NonceExchange,
  ClientTokens,
  OAuthTokens,
  ClientAuthentication,
  ErasureClientGuard,
  TokenIntrospection,
  TokenEndpoint,
  DeviceGrant,
  DeviceTokens,
  ScopeReductions,
];

@Module({})
export class InstallsModule {
  static forRoot({
    tokenKeys,
    resourceServer,
    allowLoopback,
    shopUrl,
    authUrl,
    requestLogDays,
  }: InstallsOptions): DynamicModule {
    return {
      module: InstallsModule,
      imports: [
        TypeOrmModule.forFeature(entities, 'auth'),
        ...[ActivityModule, MailModule, SessionsModule, SignInModule, MembersModule],
      ],
      controllers,
      providers: [
        { provide: HOSTS, useValue: { shopUrl } },
        { provide: ISSUER, useValue: authUrl },
        { provide: TOKEN_KEYS, useValue: tokenKeys },
        { provide: RESOURCE_SERVER, useValue: resourceServer },
        { provide: REQUEST_LOG_DAYS, useValue: requestLogDays },
        { provide: TARGET_POLICY, useValue: { allowLoopback } },
        ...services,
      ],
    };
  }
}
