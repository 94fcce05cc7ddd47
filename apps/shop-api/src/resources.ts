import { productRows, variantRows } from '@storewright/catalog';
import { metaRows } from '@storewright/meta';
import type { ResourceRows } from '@storewright/resources';
import { codeRows, customerRows } from '@storewright/sales';

/** The resources of a shop; each comes with its addresses, and with those of its relationships. A team adds its own here. */
export const resources: ResourceRows[] = [metaRows, productRows, variantRows, customerRows, codeRows];
