import type { AreaName } from '@storewright/areas';

/**
 * Action in a scope name. `collection` lists resources, `get` reads one, `post` creates, `patch` updates and
 * `delete` deletes.
 */
export const actions = ['collection', 'get', 'post', 'patch', 'delete'] as const;
export type Action = (typeof actions)[number];

/** Declaration of a resource's scopes and events, in a file `src/<resource>/<resource>.scopes.ts`. */
export type DeclaredResource = DeclaredScopes &
  (DeclaredEvents | { events?: undefined; example?: undefined });

interface DeclaredScopes {
  /** JSON:API type of the resource. */
  type: string;
  /**
   * Descriptions of the scopes, which complete the sentence "This app will be able to …" on the grant screen.
   */
  scopes?: Partial<Record<Action, string>>;
  /** Scopes that give access to personal data. The grant screen marks them. */
  personal?: readonly Action[];
  /** Staff area that manages the resource. Required if no area in @storewright/areas lists the resource. */
  area?: AreaName;
}

/** Events of a resource. A test event contains the example object if the shop has no object of the type. */
interface DeclaredEvents {
  /** Descriptions of the events, keyed by the last part of the event type, such as `created`. */
  events: Readonly<Record<string, string>>;
  /**
   * Example object: attributes, and members of `meta` except version and times. Omitted attributes are null.
   */
  example: Readonly<Record<string, unknown>>;
}
