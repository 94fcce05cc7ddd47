import { describeResource } from '@storewright/json-api';

export const states = ['active', 'paused', 'ended'] as const;

/**
 * How one installation is reached; its id is the installation's. `attempts`: failed ones of the event that is next. `last_sequence`: delivered or passed over
 * up to here. `backlog`: events of the shop behind that. `oldest_waiting_at`: when the first of them occurred; `kept_until`: when it leaves the log.
 */
export const streams = describeResource({
  type: 'webhook_streams',
  path: '/api/webhook_streams',
  attributes: {
    state: 'string',
    failing_since: 'timestamp',
    attempts: 'number',
    next_attempt_at: 'timestamp',
    last_sequence: 'number',
    backlog: 'number',
    oldest_waiting_at: 'timestamp',
    kept_until: 'timestamp',
  },
  relationships: {
    installation: { type: 'installations', column: 'installation_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
  filters: ['state'],
});
