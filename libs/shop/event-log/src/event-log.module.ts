import { Module } from '@nestjs/common';
import { EventLog } from './event-log';
import { EventsController } from './events.controller';

/** Module for the event log of a shop (docs/contract.md §6). */
@Module({ controllers: [EventsController], providers: [EventLog] })
export class EventLogModule {}
