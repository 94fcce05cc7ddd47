export * from './event-log.module';
export * from './event.resource';
