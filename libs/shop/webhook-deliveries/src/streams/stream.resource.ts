import { defineResource } from '@storewright/entities';
import { RETENTION_MS } from '@storewright/events';
import { streamStates, WebhookStream } from '@storewright/webhooks';

/** SQL of computed attributes refers to the log `h` and the oldest pending event `o` (streams.ts). */
export const streams = defineResource(WebhookStream, {
  type: 'webhook_streams',
  description: 'Delivery state of an installation. The id is that of the installation.',
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
      description: 'Time of the oldest pending event. null without one.',
    },
    kept_until: {
      description: 'Time when the oldest pending event leaves the log. null without one.',
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
    state: { schema: { type: 'string', enum: streamStates } },
  },
});
