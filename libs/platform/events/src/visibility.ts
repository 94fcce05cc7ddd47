import { events, type EventType, isScope } from '@storewright/scopes';

export interface Visibility {
  /** Scopes of the reader. undefined means all scopes. */
  scopes?: ReadonlySet<string>;
  /** Id of the app installation that reads events. undefined for an access token. */
  installation_id?: string;
}

export const eventTypes = Object.keys(events) as EventType[];

/**
 * True if the reader's scopes allow events of this type (docs/contract.md §6), which requires the scope
 * `<resource>.get`. Events about installations need no scope, because an app can see only the events of its
 * own installation.
 */
export function canReceive(type: EventType, { scopes }: Visibility): boolean {
  const get = `${resourceOf(type)}.get`;
  return !scopes || !isScope(get) || scopes.has(get);
}

export function resourceOf(type: EventType): string {
  return type.slice(0, type.indexOf('.'));
}

/** True for event types of which an app sees only the events of its own installation. */
export function isOfInstallation(type: EventType): boolean {
  return ['installations', 'proposals'].includes(resourceOf(type));
}

interface OwnedEvent {
  resource_type: string;
  resource_id: string;
  resource: string;
}

/** True if the event is about the app installation or about a proposal of the app. */
export function isOwn(
  { resource_type, resource_id, resource }: OwnedEvent,
  installation_id: string,
): boolean {
  return (
    resource_id === installation_id || (resource_type === 'proposals' && resource.includes(installation_id))
  );
}
