import { type DynamicModule, type INestApplication, Module, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { HooksWorkerSettings } from '@storewright/config';
import { AuthDatabase, DatabaseModule, ShopDatabase } from '@storewright/database';
import { ErasureJob } from '@storewright/erasures';
import { JsonApiErrorFilter } from '@storewright/json-api';
import { OwnMetrics } from '@storewright/metrics';
import {
  DeletionClock,
  DeletionClockObserver,
  OutdatedRows,
  realTime,
  RETENTION_SETTINGS,
  RetentionObserver,
  type RetentionSettings,
  retentionTimes,
  TIME_SOURCES,
  type TimeSources,
} from '@storewright/retention';
import {
  DeliveryModule,
  DeliveryObserver,
  DeliveryScheduler,
  EXCHANGE_TIMEOUT_MS,
  resolveByDns,
  type WebhookSettings,
  workerPace,
} from '@storewright/webhooks';
import { Metrics, WorkerMetrics } from './metrics';
import { MetricsController } from './metrics.controller';
import { Observer } from './observer';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Conditions for readiness of the webhook worker: its databases respond, and the delivery scheduler is
 * working.
 */
export const needs = {
  databases: [AuthDatabase, ShopDatabase],
  role: 'hooks' as const,
  ready: (application: INestApplication) =>
    application.get(DeliveryScheduler, { strict: false }).checkReady(),
};

function timeSourcesOf({ clock }: Partial<WebhookSettings>): TimeSources {
  return clock ? { process: clock, database: () => Promise.resolve(clock.now()) } : realTime;
}

function webhookSettings(
  { secretsKeys, allowLoopback, atOnce }: HooksWorkerSettings,
  overrides: Partial<WebhookSettings>,
) {
  const defaults = {
    random: Math.random,
    resolve: resolveByDns(),
    exchangeMs: EXCHANGE_TIMEOUT_MS,
    pace: workerPace,
  };
  return { secretsKeys, policy: { allowLoopback }, atOnce, ...defaults, ...overrides };
}

function retentionSettings(
  { auditRetentionDays, requestLogDays, unusedTokenDays }: HooksWorkerSettings,
  { random }: Pick<WebhookSettings, 'random'>,
): Provider {
  const auditMs = auditRetentionDays === undefined ? undefined : auditRetentionDays * DAY_MS;
  return {
    provide: RETENTION_SETTINGS,
    inject: [AuthDatabase, DeletionClock],
    useFactory: (auth: AuthDatabase, clock: DeletionClock): RetentionSettings => ({
      times: retentionTimes(auditMs, requestLogDays * DAY_MS),
      unusedTokenDays,
      random,
      now: () => clock.advance('auth', auth),
    }),
  };
}

/** The webhook worker, whose HTTP port serves only health checks and metrics. */
@Module({})
export class AppModule {
  /**
   * Returns the worker module with the given settings. Specs use `overrides` to replace the clock, the random
   * source or the timeouts.
   */
  static with(settings: HooksWorkerSettings, overrides: Partial<WebhookSettings> = {}): DynamicModule {
    const { authDatabaseUrl: auth, shopDatabaseUrl: shop, secretsKeys } = settings;
    const listening = { auth: settings.authListenUrl, shop: settings.shopListenUrl };
    const connection = { applicationName: 'storewright-hooks-worker', poolSize: settings.poolSize };
    const webhooks = webhookSettings(settings, overrides);
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(AuthDatabase, { ...connection, url: auth }, { secrets: secretsKeys }),
        DatabaseModule.forRoot(ShopDatabase, { ...connection, url: shop }),
        DeliveryModule.forRoot(webhooks, { ...listening, authApi: settings.authUrl }, [
          Metrics,
          { provide: DeliveryObserver, useClass: Observer },
          { provide: DeletionClockObserver, useExisting: Metrics },
          { provide: TIME_SOURCES, useValue: timeSourcesOf(overrides) },
          DeletionClock,
        ]),
      ],
      controllers: [MetricsController],
      providers: [
        { provide: APP_FILTER, useValue: new JsonApiErrorFilter(settings.docsUrl) },
        retentionSettings(settings, webhooks),
        { provide: RetentionObserver, useExisting: Metrics },
        OutdatedRows,
        ErasureJob,
        { provide: OwnMetrics, useClass: WorkerMetrics },
      ],
    };
  }
}
