import { defineResource } from '@storewright/entities';
import type { ErrorCode } from '@storewright/json-api';
import { CreateMeta, UpdateMeta } from './meta.dto';
import { Meta } from './meta.entity';

const ofData = [
  'data_too_large',
  'too_many_keys',
  'invalid_key',
  'nesting_too_deep',
  'number_out_of_range',
] as const satisfies readonly ErrorCode[];

export const meta = defineResource(Meta, {
  type: 'meta',
  description: 'Key-value data attached to any resource, identified by its type and id.',
  path: '/api/meta',
  errors: { create: ofData, update: ofData },
  sortable: ['resource_type', 'resource_id'],
  filters: {
    resource_type: {},
    resource_id: {},
    meta: {
      description:
        'JSON text with one condition, or with an array of at most 16 conditions that must all be met. ' +
        'A condition has the members key, operator (=, !=, >, >=, <, <=) and value.',
    },
  },
  search: {
    description:
      'One to eight words, which must all match: a key of data (colour), a key with its value ' +
      '(colour=blue, gift=true, size="42"), or the UUID of the object that the data is attached to. Keys and ' +
      'values are compared exactly.',
  },
  create: CreateMeta,
  update: UpdateMeta,
  freeForm: ['data'],
  // The specification forbids these attributes in updates ("Not fillable (cannot be sent)").
  refusedInUpdates: ['resource_type', 'resource_id'],
});
