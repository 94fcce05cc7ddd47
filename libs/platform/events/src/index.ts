export { type Actor } from './actor';
export { canReceive, eventTypes, isOfInstallation, isOwn, resourceOf, type Visibility } from './visibility';
export { authEventsChannel, recordAuthEvent, relayEvents, shopsToRelay } from './auth-outbox';
export {
  eventStatement,
  type LoggedEvent,
  type LogState,
  logStateStatement,
  rangeStatement,
  rangeTotalStatement,
  type SequenceRange,
} from './event-log';
export { EventStream } from './event-stream.entity';
export { coordinatorOf, isEpochDue } from './log-server';
export { Event } from './event.entity';
export { NodeWatch, type SilentNode } from './node-watch';
export {
  announcement,
  type CommonTable,
  type EventSource,
  timeOfChange,
  withEvent,
  returning,
  type Write,
} from './outbox';
export { writeInSteps } from './outbox-in-steps';
export { Redaction, type RedactionRule, type RedactionRules } from './redaction.entity';
export { deleteOldEvents, RETENTION_MS, shopsWithEvents } from './retention';
export { SearchTermRow } from './search-term.entity';
export { termsOfChange, termsOfNew } from './term-writes';
export { laggingShops, MAX_SEQUENCED, numberEvents, sequenceEvents, shopsToServe } from './sequence';
export { EventNotifier, eventsChannel } from './notifier';
export { EventAnnouncements, SHOP_LISTEN_URL } from './announcements';
