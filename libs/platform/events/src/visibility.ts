import { events, type EventType, isScope } from '@storewright/scopes';

/** Events that a reader can see. */
export interface Visibility {
  /** Scopes of the reader. Undefined means all scopes. */
  scopes?: ReadonlySet<string>;
  /** Installation of an app that reads events. Undefined for access tokens. */
  installation_id?: string;
}

export const eventTypes = Object.keys(events) as EventType[];

/**
 * True if the reader may see events of this type (docs/contract.md §6). Requires the scope `<resource>.get`.
 * Events of installations need no scope, because `rangeStatement` limits them to the reader's own
 * installation.
 */
export function canReceive(type: EventType, { scopes }: Visibility): boolean {
  const get = `${resourceOf(type)}.get`;
  return !scopes || !isScope(get) || scopes.has(get);
}

/** Returns the resource type of an event type, such as `meta` for `meta.created`. */
export function resourceOf(type: EventType): string {
  return type.slice(0, type.indexOf('.'));
}

/** True for types of which an app sees only the events of its own installation. */
export function isOfInstallation(type: EventType): boolean {
  return ['installations', 'proposals'].includes(resourceOf(type));
}

/** An event of a type that belongs to an installation. */
interface OwnedEvent {
  resource_type: string;
  resource_id: string;
  /** JSON text of the resource object. */
  resource: string;
}

/** True if the event is about the installation, or about a proposal of its app. */
export function isOwn(
  { resource_type, resource_id, resource }: OwnedEvent,
  installation_id: string,
): boolean {
  return (
    resource_id === installation_id || (resource_type === 'proposals' && resource.includes(installation_id))
  );
}
