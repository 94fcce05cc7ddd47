import { declaredResources } from './declared-resources';

/** `<resource>.<change>`, such as `orders.created` (docs/contract.md §6). */
export type EventType = `${string}.${string}`;

/**
 * Descriptions of all event types that an app can list in `webhook_events`. `GET {auth_url}/api/event_types`, the grant
 * screen and the form of an app use them.
 */
export const events: Readonly<Record<EventType, string>> = Object.fromEntries(
  declaredResources.flatMap(({ type, events: changes = {} }) =>
    Object.entries(changes).map(([change, description]) => [`${type}.${change}`, description]),
  ),
);

/** Changes of a resource that write events, such as `created`. undefined if no library declares the resource. */
export function changesOf(type: string): readonly string[] | undefined {
  const declared = declaredResources.find((resource) => resource.type === type);
  return declared && Object.keys(declared.events ?? {});
}

/**
 * True for resources that report events or deliveries. Such resources cannot have events: every delivered
 * event would cause another event.
 */
export function isAboutEvents(resource: string): boolean {
  return resource === 'events' || resource.startsWith('webhook_');
}

/** True for events that ask apps to erase data. Every receiver must confirm them. */
export function isErasureEvent(type: string): boolean {
  return type.endsWith('.redaction_requested');
}

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(events, text);
}

/** Returns the values of a typical object of a resource with events. */
export function exampleOf(type: string): Readonly<Record<string, unknown>> | undefined {
  return declaredResources.find((resource) => resource.type === type)?.example;
}
