/**
 * Every type of event, declared once: what an app may ask for as `webhook_events` (CONTRACT §6). `GET {auth_url}/api/event_types`, the grant screen
 * and the form of an app read this. The description says what happened.
 */
export const events = {
  'meta.created': 'a meta object was added',
  'meta.updated': 'a meta object was changed',
  'meta.deleted': 'a meta object was deleted',
  'products.created': 'a product was added',
  'products.updated': 'a product was changed',
  'products.deleted': 'a product was deleted',
  'variants.created': 'a variant was added',
  'variants.updated': 'a variant, its price or its stock was changed',
  'variants.deleted': 'a variant was deleted',
  'customers.created': 'a customer was added',
  'customers.updated': 'a customer or what the customer spent changed, or the customer was redacted',
  'customers.deleted': 'a customer was deleted',
  'codes.created': 'a discount code or gift code was added',
  'codes.updated': 'a code was changed or used',
  'codes.deleted': 'a code was deleted',
  'orders.created': 'an order was placed',
  'orders.updated': 'an order was changed, completed, cancelled, paid, refunded or sent',
  'orders.deleted': 'a cancelled order was deleted',
  'installations.created': 'the app was installed',
  'installations.scopes_changed': 'the owner agreed to other scopes',
  'installations.uninstalled': 'the app was uninstalled',
  'shops.updated': 'the name, the texts or the status of the shop changed',
} as const;

/**
 * Whether a resource only tells of events and what became of them. Its own changes are no events: each would be delivered, and its delivery be an event
 * again.
 */
export function isAboutEvents(resource: string): boolean {
  return resource === 'events' || resource.startsWith('webhook_');
}

export type EventType = keyof typeof events;

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(events, text);
}
