import { events, type EventType, isScope } from '@storewright/scopes';

/** Which events somebody sees, or is sent. */
export interface Visibility {
  /** undefined: all scopes. */
  scopes?: ReadonlySet<string>;
  /** Of an app; none: an owner's own program. */
  installation_id?: string;
}

export const eventTypes = Object.keys(events) as EventType[];

/**
 * Whether events of this type are visible (docs/contract.md §6): to who holds `<resource>.get`. An installation
 * is no matter of scopes: an app receives those of its own, which `eventsAfter` sees to.
 */
export function canReceive(type: EventType, { scopes }: Visibility): boolean {
  const get = `${resourceOf(type)}.get`;
  return !scopes || !isScope(get) || scopes.has(get);
}

/** `meta` of `meta.created`. */
export function resourceOf(type: EventType): string {
  return type.slice(0, type.indexOf('.'));
}

/** Types of which an app receives only where its own installation is meant. */
export function isOfInstallation(type: EventType): boolean {
  return resourceOf(type) === 'installations';
}
