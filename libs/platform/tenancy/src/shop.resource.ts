import { defineResource } from '@storewright/json-api';

/** A shop as the specification has it (§2.3): exactly these attributes. */
export const shops = defineResource({
  type: 'shops',
  path: '/api/shops',
  attributes: { domain: 'string', name: 'string', title: 'string', description: 'string' },
  filters: ['domain'],
  sortable: ['domain', 'name'],
  events: ['updated'],
});

export const shopColumns = 's.id, s.domain, s.name, s.title, s.description';
