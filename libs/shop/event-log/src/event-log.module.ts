import { Module } from '@nestjs/common';
import { EventLog } from './event-log';
import { EventsController } from './events.controller';

/** What happened in the shop, for those who ask (docs/contract.md §6). */
@Module({ controllers: [EventsController], providers: [EventLog] })
export class EventLogModule {}
