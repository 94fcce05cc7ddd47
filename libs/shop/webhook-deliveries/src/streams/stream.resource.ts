import { defineResource } from '@storewright/entities';
import { RETENTION_MS } from '@storewright/events';
import { streamStates, WebhookStream } from '@storewright/webhooks';

/**
 * The sequence of webhooks to one app installation. SQL of computed attributes refers to the event log as `h`
 * and to the oldest pending event as `o` (streams.ts).
 */
export const streams = defineResource(WebhookStream, {
  type: 'webhook_streams',
  description: 'State of the webhook deliveries to an installation. Has the id of the installation.',
  path: '/api/webhook_streams',
  computed: {
    backlog: {
      kind: 'number',
      description:
        'Number of events of the shop after last_sequence, including events that the app does not receive.',
      sql: (row) =>
        `CASE WHEN ${row}.state = 'ended' THEN 0 ELSE greatest(0, h.last_sequence - ` +
        `greatest(${row}.last_sequence, h.first_sequence - 1)) END`,
    },
    oldest_waiting_at: {
      ...{ kind: 'timestamp', isNullable: true, sql: () => 'o.occurred_at' },
      description: 'Time of the oldest pending event. null if no event is pending.',
    },
    kept_until: {
      description:
        'Time at which the oldest pending event will be deleted from the log. null if no event is pending.',
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
