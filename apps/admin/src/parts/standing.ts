import type { WebhookStream } from '../api/webhooks';

/**
 * State of an app's webhook delivery. `failing` means that the next event failed and will be retried.
 * `behind` means that some events have not been attempted yet.
 */
export type Standing = 'delivering' | 'behind' | 'failing' | 'paused' | 'ended';

export function standingOf({ attributes }: Pick<WebhookStream, 'attributes'>): Standing {
  const { state, failing_since, backlog } = attributes;
  if (state !== 'active') return state;
  if (failing_since !== null) return 'failing';
  return backlog > 0 ? 'behind' : 'delivering';
}
