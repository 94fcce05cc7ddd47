import type { Made } from '@storewright/api-testing';
import type { Response } from '@storewright/testing';
import type { Link } from '../links';

export const addressOf = ({ path }: Made, { name }: Link) => `${path}/relationships/${name}`;

export const sourceOf = ({ body }: Response) => body.errors?.[0].source;

export const sortedIds = (data: unknown): string[] =>
  [data]
    .flat()
    .filter((each) => each !== null)
    .map((each) => (each as { id: string }).id)
    .sort();
