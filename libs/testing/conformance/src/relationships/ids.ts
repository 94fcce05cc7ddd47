import type { Made } from '@storewright/api-testing';
import type { Response } from '@storewright/testing';
import type { Link } from '../links';

export const addressOf = ({ path }: Made, { name }: Link) => `${path}/relationships/${name}`;

/** Where the first error comes from. */
export const sourceOf = ({ body }: Response) => body.errors?.[0].source;

/** The ids of resource objects or identifiers, of one or of several, ascending. */
export const sortedIds = (data: unknown): string[] =>
  [data]
    .flat()
    .filter((each) => each !== null)
    .map((each) => (each as { id: string }).id)
    .sort();
