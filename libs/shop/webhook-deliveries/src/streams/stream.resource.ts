import { defineResource } from '@storewright/entities';
import { RETENTION_MS } from '@storewright/events';
import { streamStates, WebhookStream } from '@storewright/webhooks';

/**
 * How one installation is reached; its id is the installation's. `attempts`: failed ones of the event that is next. `last_sequence`: delivered or passed over
 * up to here. `backlog`: events of the shop behind that. `oldest_waiting_at`: when the first of them occurred; `kept_until`: when it leaves the log. What is
 * computed is made of the log `h` and that event `o` (streams.ts).
 */
export const streams = defineResource(WebhookStream, {
  type: 'webhook_streams',
  description: 'How one installation is reached; the id is that of the installation.',
  path: '/api/webhook_streams',
  computed: {
    backlog: {
      kind: 'number',
      description: 'Events of the shop after last_sequence, whether the app receives them or not.',
      sql: (row) =>
        `CASE WHEN ${row}.state = 'ended' THEN 0 ELSE greatest(0, h.last_sequence - greatest(${row}.last_sequence, h.first_sequence - 1)) END`,
    },
    oldest_waiting_at: {
      ...{ kind: 'timestamp', isNullable: true, sql: () => 'o.occurred_at' },
      description: 'When the first of them happened.',
    },
    kept_until: {
      description: 'When the first of them leaves the log.',
      kind: 'timestamp',
      isNullable: true,
      sql: () => `o.occurred_at + interval '${RETENTION_MS / 1000} seconds'`,
    },
  },
  relationships: {
    installation: { type: 'installations', column: 'installation_id' },
    shop: { type: 'shops', column: 'shop_id' },
  },
  filters: {
    state: { description: 'Equals the value.', schema: { type: 'string', enum: streamStates } },
  },
});
