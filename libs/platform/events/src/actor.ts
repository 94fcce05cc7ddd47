/** The author of a change: an installed app, an access token, or a person in the admin panel. */
export interface Actor {
  type: 'app' | 'access_token' | 'person';
  /** Id of the app, of the access token or of the person. */
  id: string;
  /** Name of the author at the time of the request. */
  name: string;
}

/** Values of the columns that name the author of a row, in the order of `actorColumns`. */
export const actorValues = (actor: Actor | undefined): (string | null)[] =>
  actor ? [actor.type, actor.id, actor.name] : [null, null, null];

/** Columns that name the author of a row, with their SQL types. */
export const actorColumns = { actor_type: 'text', actor_id: 'uuid', actor_name: 'text' } as const;
