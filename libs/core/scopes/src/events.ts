import { declaredResources } from './declared-resources';

/** Event type `<resource>.<change>`, such as `orders.created` (docs/contract.md §6). */
export type EventType = `${string}.${string}`;

/**
 * Descriptions of all event types to which apps can subscribe, for `GET {auth_url}/api/event_types`, the
 * grant screen and the app form.
 */
export const events: Readonly<Record<EventType, string>> = Object.fromEntries(
  declaredResources.flatMap(({ type, events: changes = {} }) =>
    Object.entries(changes).map(([change, description]) => [`${type}.${change}`, description]),
  ),
);

/**
 * Returns the changes of a resource that cause events, such as `created`. Returns undefined if no library
 * declares the resource.
 */
export function changesOf(type: string): readonly string[] | undefined {
  const declared = declaredResources.find((resource) => resource.type === type);
  return declared && Object.keys(declared.events ?? {});
}

/**
 * Returns true for resources that describe events or webhook deliveries. These resources cannot have events,
 * because every delivered event would cause a further event.
 */
export function isAboutEvents(resource: string): boolean {
  return resource === 'events' || resource.startsWith('webhook_');
}

/**
 * Returns true for events that ask apps to erase personal data. Every app that receives such an event must
 * confirm the erasure.
 */
export function isErasureEvent(type: string): boolean {
  return type.endsWith('.redaction_requested');
}

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(events, text);
}

export function exampleOf(type: string): Readonly<Record<string, unknown>> | undefined {
  return declaredResources.find((resource) => resource.type === type)?.example;
}
