import { changedMeta, newMeta } from '@storewright/api-testing';
import type { Sample } from '@storewright/conformance';
import { meta } from './meta.resource';

export const metaSample: Sample = {
  resource: meta,
  document: () => newMeta({ data: { a: 1, b: { c: [1, 'x'] } } }),
  change: (id, count) => changedMeta(id, { data: { a: count + 2 } }),
  same: ({ id }) => [
    changedMeta(id, {}),
    changedMeta(id, { data: {} }),
    changedMeta(id, { data: { a: 1 } }),
    changedMeta(id, { data: { gone: null } }),
    changedMeta(id, { override: true, data: { b: { c: [1, 'x'] }, a: 1.0 } }),
  ],
};
