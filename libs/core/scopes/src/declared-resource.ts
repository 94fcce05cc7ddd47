import type { AreaName } from '@storewright/areas';

/**
 * Last part of a scope: `collection` lists resources, `get` reads one, `post` creates, `patch` updates and
 * `delete` deletes.
 */
export const actions = ['collection', 'get', 'post', 'patch', 'delete'] as const;
export type Action = (typeof actions)[number];

/** Scopes and events of a resource. A library declares them in `src/<resource>/<resource>.scopes.ts`. */
export interface DeclaredResource {
  /** The JSON:API type of the resource. */
  type: string;
  /** Texts for the grant screen that complete "This app will be able to …". */
  scopes?: Partial<Record<Action, string>>;
  /** Scopes that give access to personal data. The grant screen marks them. */
  personal?: readonly Action[];
  /** Descriptions of the resource's events, by the last part of the event type, such as `created`. */
  events?: Readonly<Record<string, string>>;
  /**
   * Staff area that manages the resource. Required only if @storewright/areas lists the resource in no area.
   */
  area?: AreaName;
}
