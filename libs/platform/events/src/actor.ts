/** The author of a change: an installed app, an access token, or a person in the admin panel. */
export interface Actor {
  type: 'app' | 'access_token' | 'person';
  id: string;
  name: string;
}

/** Values of the author columns of a row, in the order of `actorColumns`. */
export const actorValues = (actor: Actor | undefined): (string | null)[] =>
  actor ? [actor.type, actor.id, actor.name] : [null, null, null];

export const actorColumns = { actor_type: 'text', actor_id: 'uuid', actor_name: 'text' } as const;
