import type { AreaName } from '@storewright/areas';

/**
 * The action in the name of a permission scope. `collection` lists resources, `get` reads a resource, `post`
 * creates, `patch` updates and `delete` deletes a resource.
 */
export const actions = ['collection', 'get', 'post', 'patch', 'delete'] as const;
export type Action = (typeof actions)[number];

/**
 * Declares the permission scopes and events of a resource, in a file `src/<resource>/<resource>.scopes.ts`.
 */
export type DeclaredResource = DeclaredScopes &
  (DeclaredEvents | { events?: undefined; example?: undefined });

interface DeclaredScopes {
  type: string;
  /**
   * Descriptions of the permission scopes. Each completes the sentence "This app will be able to …" on the
   * screen on which a shop owner grants access.
   */
  scopes?: Partial<Record<Action, string>>;
  /**
   * Permission scopes that give access to personal data. The screen on which a shop owner grants access marks
   * them.
   */
  personal?: readonly Action[];
  /** Staff area that manages the resource. Required if no area in @storewright/areas lists the resource. */
  area?: AreaName;
}

/**
 * Events of a resource. If a shop has no object of the resource's type, a test event contains the example
 * object.
 */
interface DeclaredEvents {
  /** Descriptions of the events, keyed by the last part of the event type, such as `created`. */
  events: Readonly<Record<string, string>>;
  /**
   * Attributes of the example object, and members of `meta` except version and times. Omitted attributes are
   * null.
   */
  example: Readonly<Record<string, unknown>>;
}
