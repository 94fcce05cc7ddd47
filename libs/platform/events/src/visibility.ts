import { events, type EventType, isScope } from '@storewright/scopes';

/** Events that a reader can see. */
export interface Visibility {
  /** Undefined: all scopes. */
  scopes?: ReadonlySet<string>;
  /** Set for apps, undefined for access tokens. */
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

/** Resource of a type: `meta` for `meta.created`. */
export function resourceOf(type: EventType): string {
  return type.slice(0, type.indexOf('.'));
}

/** Types of which an app sees only the events of its own installation. */
export function isOfInstallation(type: EventType): boolean {
  return resourceOf(type) === 'installations';
}
