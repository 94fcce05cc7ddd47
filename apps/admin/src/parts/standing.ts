import type { WebhookStream } from '../api/webhooks';

/** How the delivery of events stands. `failing`: the next event was tried and is tried again; `behind`: there are events that nobody has looked at yet. */
export type Standing = 'delivering' | 'behind' | 'failing' | 'paused' | 'ended';

export function standingOf({ attributes }: Pick<WebhookStream, 'attributes'>): Standing {
  const { state, failing_since, backlog } = attributes;
  if (state !== 'active') return state;
  if (failing_since !== null) return 'failing';
  return backlog > 0 ? 'behind' : 'delivering';
}
