import { defineResource } from '@storewright/entities';
import { CreateMeta, UpdateMeta } from './meta.dto';
import { Meta } from './meta.entity';

/** Key-value data attached to any other resource (docs/contract.md §5). */
export const meta = defineResource(Meta, {
  type: 'meta',
  path: '/api/meta',
  sortable: ['resource_type', 'resource_id'],
  filters: ['resource_type', 'resource_id', 'meta'],
  create: CreateMeta,
  update: UpdateMeta,
  freeForm: ['data'],
  // "Not fillable (cannot be sent)", whatever the value.
  refusedInUpdates: ['resource_type', 'resource_id'],
});
