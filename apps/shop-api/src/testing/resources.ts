import { metaLimits } from '@storewright/meta';
import { resourcesOf } from '@storewright/resources';
import type { Resource } from '@storewright/json-api';
import { otherCollections } from '../index.controller';
import { resourceModules } from '../modules';

/** The resources of a shop, for the specs that go over all of them. */
export const resources = resourcesOf(resourceModules({ meta: metaLimits }));

/** Everything that the shop API serves. */
export const collections: readonly Resource[] = [...resources, ...otherCollections];
