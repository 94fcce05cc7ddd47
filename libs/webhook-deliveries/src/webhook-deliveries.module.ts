import { Module } from '@nestjs/common';
import { Deliveries } from './deliveries/deliveries';
import { DeliveriesController } from './deliveries/deliveries.controller';
import { Streams } from './streams/streams';
import { StreamsController } from './streams/streams.controller';

/** What became of the webhooks of a shop's apps, for their developers and its owner (CONTRACT §6). The worker delivers; here is what it wrote down. */
@Module({ controllers: [DeliveriesController, StreamsController], providers: [Deliveries, Streams] })
export class WebhookDeliveriesModule {}
