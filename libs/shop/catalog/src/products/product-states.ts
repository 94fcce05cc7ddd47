import type { States } from '@storewright/resources';

/** A product can be taken back to where it came from at any time. */
export const productStates: States = {
  draft: ['active', 'archived'],
  active: ['draft', 'archived'],
  archived: ['draft', 'active'],
};
