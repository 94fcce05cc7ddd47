import type { Conformance } from '@storewright/conformance';
import { EventLogModule } from '../event-log.module';
import { anEventForAll, eventsSample } from '../events.sample';

export const conformance: Conformance = {
  modules: [EventLogModule],
  samples: [eventsSample],
  tables: ['shop.events', 'shop.event_streams'],
  fill: async (context) => {
    await anEventForAll(context);
    // Reads the event log, because this request assigns sequence numbers to pending events.
    await context.tenant.http.get('/api/events');
  },
};
