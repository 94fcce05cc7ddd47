import { Attribute, CollatedText, Text, Uuid, VersionedRow } from '@storewright/entities';
import type { Actor } from '@storewright/events';
import type { Shop } from './shop';

/** A versioned database row that records its author. */
export abstract class AuthoredRow extends VersionedRow {
  @Attribute('Type of the author: app, access_token or person. null if the author is unknown.', {
    values: ['app', 'access_token', 'person'],
  })
  @CollatedText({ nullable: true })
  actor_type: Actor['type'] | null;

  @Attribute(
    'Id of the app, the access token or the person who is the author. null if the author is unknown.',
  )
  @Uuid({ nullable: true })
  actor_id: string | null;

  @Attribute('Name of the author when the object was created. null if the author is unknown.')
  @Text({ nullable: true })
  actor_name: string | null;
}

export function authorOf({ actor }: Shop): Pick<AuthoredRow, 'actor_type' | 'actor_id' | 'actor_name'> {
  return { actor_type: actor?.type ?? null, actor_id: actor?.id ?? null, actor_name: actor?.name ?? null };
}
