import type { WebhookStream } from '../api/webhooks';

/**
 * State of an app's webhook delivery. `failing`: the platform will retry the next event after a failure. `behind`:
 * some events have no delivery attempt yet.
 */
export type Standing = 'delivering' | 'behind' | 'failing' | 'paused' | 'ended';

export function standingOf({ attributes }: Pick<WebhookStream, 'attributes'>): Standing {
  const { state, failing_since, backlog } = attributes;
  if (state !== 'active') return state;
  if (failing_since !== null) return 'failing';
  return backlog > 0 ? 'behind' : 'delivering';
}
