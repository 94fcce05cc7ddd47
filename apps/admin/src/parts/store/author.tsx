import type { ReactNode } from 'react';
import type { Authored } from '../../api/store';
import { useTexts } from '../../texts/texts';

/** Name of an object's author with a separator after the name. Empty for an unknown author. */
export function Author({ author: { actor_type, actor_name } }: { author: Authored }): ReactNode {
  const t = useTexts();
  if (actor_type === null) return null;
  return (
    <>
      {actor_type === 'person' ? (
        <bdi>{actor_name}</bdi>
      ) : (
        t(`store.timeline.by.${actor_type}`, { name: actor_name ?? '' })
      )}
      {' · '}
    </>
  );
}
