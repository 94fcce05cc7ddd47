export { EventLogModule } from './event-log.module';
export { events } from './event.resource';
