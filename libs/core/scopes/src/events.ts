import { declared } from './resources';

type Resources = typeof declared;

/** `<resource>.<what happened>` */
export type EventType = {
  [R in keyof Resources & string]: Resources[R] extends { events: infer E }
    ? `${R}.${keyof E & string}`
    : never;
}[keyof Resources & string];

/**
 * Every type of event: what an app may ask for as `webhook_events` (docs/contract.md §6). `GET {auth_url}/api/event_types`, the grant screen and the form of an
 * app read this. The description says what happened.
 */
export const events = Object.fromEntries(
  Object.entries(declared).flatMap(([type, resource]) =>
    'events' in resource
      ? Object.entries(resource.events).map(([change, description]) => [`${type}.${change}`, description])
      : [],
  ),
) as Readonly<Record<EventType, string>>;

/**
 * Whether a resource only tells of events and what became of them. Its own changes are no events: each would be delivered, and its delivery be an event
 * again.
 */
export function isAboutEvents(resource: string): boolean {
  return resource === 'events' || resource.startsWith('webhook_');
}

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(events, text);
}
