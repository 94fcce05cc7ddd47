import { type DynamicModule, type INestApplication, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { HooksWorkerSettings } from '@storewright/config';
import { AuthDatabase, DatabaseModule, ShopDatabase } from '@storewright/database';
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
  exchangeMs,
  resolveByDns,
  type WebhookSettings,
  workerPace,
} from '@storewright/webhooks';
import { Metrics, WorkerMetrics } from './metrics';
import { MetricsController } from './metrics.controller';
import { Observer } from './observer';

const day = 24 * 60 * 60 * 1000;

/** Without which it takes no work. */
export const needs = {
  databases: [AuthDatabase, ShopDatabase],
  role: 'hooks' as const,
  ready: (application: INestApplication) =>
    application.get(DeliveryScheduler, { strict: false }).checkReady(),
};

/** A clock that is given stands for those of the process and of the databases. */
function timeSourcesOf({ clock }: Partial<WebhookSettings>): TimeSources {
  return clock ? { process: clock, database: () => Promise.resolve(clock.now()) } : realTime;
}

/** Delivers webhooks. It answers nobody but whoever watches over it: health, metrics. */
@Module({})
export class AppModule {
  /** `given`: another time, chance or patience than that of the world. */
  static with(settings: HooksWorkerSettings, given: Partial<WebhookSettings> = {}): DynamicModule {
    const { authDatabaseUrl: auth, shopDatabaseUrl: shop, secretsKeys, allowLoopback, atOnce } = settings;
    const listening = { auth: settings.authListenUrl, shop: settings.shopListenUrl };
    const connection = { applicationName: 'storewright-hooks-worker', poolSize: settings.poolSize };
    const world = { random: Math.random, resolve: resolveByDns(), exchangeMs, pace: workerPace };
    const webhooks = { secretsKeys, policy: { allowLoopback }, atOnce, ...world, ...given };
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(AuthDatabase, { ...connection, url: auth }, { secrets: secretsKeys }),
        DatabaseModule.forRoot(ShopDatabase, { ...connection, url: shop }),
        DeliveryModule.forRoot(webhooks, { ...listening, authApi: settings.authUrl }, [
          Metrics,
          { provide: DeliveryObserver, useClass: Observer },
          { provide: DeletionClockObserver, useExisting: Metrics },
          { provide: TIME_SOURCES, useValue: timeSourcesOf(given) },
          DeletionClock,
        ]),
      ],
      controllers: [MetricsController],
      providers: [
        { provide: APP_FILTER, useValue: new JsonApiErrorFilter(settings.docsUrl) },
        {
          provide: RETENTION_SETTINGS,
          inject: [AuthDatabase, DeletionClock],
          useFactory: (auth: AuthDatabase, clock: DeletionClock): RetentionSettings => ({
            times: retentionTimes(
              settings.auditRetentionDays === undefined ? undefined : settings.auditRetentionDays * day,
              settings.requestLogDays * day,
            ),
            random: webhooks.random,
            now: () => clock.advance('auth', auth),
          }),
        },
        { provide: RetentionObserver, useExisting: Metrics },
        OutdatedRows,
        { provide: OwnMetrics, useClass: WorkerMetrics },
      ],
    };
  }
}
