import { type DynamicModule, Module } from '@nestjs/common';
import { EventAnnouncements, EventNotifier, SHOP_LISTEN_URL } from '@storewright/events';
import { SealedCursors } from '@storewright/json-api';
import { HOSTS, type Hosts, NoticeSink, ShopDirectory, ShopRows } from '@storewright/tenancy';
import type { SealingKeys } from '@storewright/tokens';
import { CanaryUses } from './canary-uses';
import { AUTH_LISTEN_URL, CredentialChanges } from './credential-changes';
import { CustomerReads } from './customer-reads';
import { DailyLimits } from './daily-limits';
import { DeprecatedRequests } from './deprecated-requests';
import type { GrantedRequest } from './grant';
import { HostGuard } from './host.guard';
import { LastUsed } from './last-used';
import { listCursors } from './list-cursors';
import { NetworkCounts } from './network-counts';
import { RateGuard, REQUESTS_PER_MINUTE } from './rate.guard';
import { ReplicaReads } from './replica-reads';
import { RequestCounts } from './request-counts';
import { LOGGED_PER_MINUTE, RequestLog } from './request-log';
import { ScopeCounts } from './scope-counts';
import { ScopeGuard } from './scope.guard';
import { SimulationGuard } from './simulation.guard';
import { ShopNotices } from './shop-notices';
import { SEALING_KEYS, TokenGuard } from './token.guard';
import { TokenVerifier } from './token-verifier';

export interface AccessOptions extends Hosts {
  authListenUrl: string;
  shopListenUrl: string;
  secretsKeys: SealingKeys;
  /** Maximum number of requests per access token and minute. Defaults to no limit. */
  rateLimitPerMinute?: number;
  /** Maximum number of logged requests per app and minute. Without this option, requests are not logged. */
  requestLogPerMinute?: number;
}

/**
 * Adds authentication, authorization, rate limits and usage counts to the shop API. The application must also
 * import DatabaseModule.
 */
@Module({})
export class AccessModule {
  static forRoot(options: AccessOptions): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      providers: [
        { provide: HOSTS, useValue: options },
        { provide: SEALING_KEYS, useValue: options.secretsKeys },
        listCursors(({ shop }: GrantedRequest) => shop?.id ?? ''),
        { provide: REQUESTS_PER_MINUTE, useValue: options.rateLimitPerMinute ?? 0 },
        { provide: LOGGED_PER_MINUTE, useValue: options.requestLogPerMinute ?? 0 },
        { provide: AUTH_LISTEN_URL, useValue: options.authListenUrl },
        { provide: SHOP_LISTEN_URL, useValue: options.shopListenUrl },
        { provide: NoticeSink, useClass: ShopNotices },
        ...[ShopDirectory, EventNotifier, EventAnnouncements, ShopRows, TokenVerifier, LastUsed],
        ...[CanaryUses, RequestCounts, ScopeCounts, NetworkCounts, CustomerReads, RequestLog],
        ...[DeprecatedRequests, ReplicaReads, CredentialChanges, HostGuard, TokenGuard, RateGuard],
        ...[DailyLimits, ScopeGuard, SimulationGuard],
      ],
      exports: [
        ...[HOSTS, ShopDirectory, ShopRows, ReplicaReads, CustomerReads, SealedCursors, TokenVerifier],
        ...[CredentialChanges, HostGuard, TokenGuard, RateGuard, ScopeGuard, EventAnnouncements],
        ...[DailyLimits, SimulationGuard],
      ],
    };
  }
}
