import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { NotificationListener, RELAY_ADDRESSES, type RelayAddresses } from './notification-listener';
import { DeliveryScheduler } from './delivery-scheduler';
import { ExpiredEvents } from './expired-events';
import { RedactionJob } from '../redactions/redaction-job';
import { ShopDatabase } from '@storewright/database';
import { Retention } from './retention';
import { WebhookCounts } from '../counts/webhook-counts';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './settings';
import { WebhookReceivers } from './webhook-receivers';
import { WorkerLock } from './worker-lock';

/**
 * Settings of the webhook worker without a clock. The default is the database clock, because receivers reject
 * wrong timestamps.
 */
type Unclocked = Omit<WebhookSettings, 'clock'> & { clock?: WebhookSettings['clock'] | undefined };

/**
 * Nest module that delivers webhooks. The module needs both databases with the worker's database role, and an
 * `observer` that provides the DeliveryObserver.
 */
@Module({})
export class DeliveryModule {
  static forRoot(settings: Unclocked, urls: RelayAddresses, observer: Provider[]): DynamicModule {
    return {
      module: DeliveryModule,
      providers: [
        {
          provide: WEBHOOK_SETTINGS,
          inject: [ShopDatabase],
          useFactory: ({ clock }: ShopDatabase): WebhookSettings => ({
            ...settings,
            clock: settings.clock ?? clock,
          }),
        },
        { provide: RELAY_ADDRESSES, useValue: urls },
        ...observer,
        ...[WebhookReceivers, WorkerLock, DeliveryScheduler, NotificationListener, ExpiredEvents, Retention],
        ...[RedactionJob, WebhookCounts],
      ],
      exports: [DeliveryScheduler, WEBHOOK_SETTINGS, ...observer],
    };
  }
}
