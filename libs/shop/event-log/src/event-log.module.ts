import { Module } from '@nestjs/common';
import { EventLog } from './event-log';
import { EventsController } from './events.controller';
import { EventStreams } from './stream/event-streams';
import { OpenStreams } from './stream/open-streams';

/** The event log of a shop (docs/contract.md §6). */
@Module({ controllers: [EventsController], providers: [EventLog, EventStreams, OpenStreams] })
export class EventLogModule {}
