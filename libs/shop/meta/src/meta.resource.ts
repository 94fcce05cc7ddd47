import { describeResource } from '@storewright/json-api';
import { CreateMeta, UpdateMeta } from './meta.dto';

/** Free-form key-value data on any other resource (specification §2.1, CONTRACT §5). */
export const meta = describeResource({
  type: 'meta',
  path: '/api/meta',
  attributes: { resource_type: 'string', resource_id: 'string', data: 'json' },
  meta: { created_at: 'timestamp', updated_at: 'timestamp', version: 'number' },
  sortable: ['resource_type', 'resource_id'],
  filters: ['resource_type', 'resource_id', 'meta'],
  create: CreateMeta,
  update: UpdateMeta,
  versioned: true,
  events: true,
});
