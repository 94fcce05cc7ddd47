import type { AreaName } from '@storewright/areas';

/**
 * Last part of a scope: `collection` lists resources, `get` reads one, `post` creates, `patch` updates and
 * `delete` deletes.
 */
export const actions = ['collection', 'get', 'post', 'patch', 'delete'] as const;
export type Action = (typeof actions)[number];

/** Scopes and events of a resource. A library declares them in `src/<resource>/<resource>.scopes.ts`. */
export type DeclaredResource = DeclaredScopes &
  (DeclaredEvents | { events?: undefined; example?: undefined });

interface DeclaredScopes {
  /** The JSON:API type of the resource. */
  type: string;
  /** Texts for the grant screen that complete "This app will be able to …". */
  scopes?: Partial<Record<Action, string>>;
  /** Scopes that give access to personal data. The grant screen marks them. */
  personal?: readonly Action[];
  /**
   * Staff area that manages the resource. Required only if @storewright/areas lists the resource in no area.
   */
  area?: AreaName;
}

/** Events of a resource, with the object that a test event contains if the shop has no object. */
interface DeclaredEvents {
  /** Descriptions of the events, by the last part of the event type, such as `created`. */
  events: Readonly<Record<string, string>>;
  /**
   * Values of a typical object: its attributes, and the members of `meta` except version and times. A missing
   * attribute is null.
   */
  example: Readonly<Record<string, unknown>>;
}
