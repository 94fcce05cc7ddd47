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
 * Whether the reader may see events of this type (docs/contract.md §6). Requires the scope `<resource>.get`. Events of
 * installations need no scope; `rangeStatement` limits them to the reader's own installation.
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
