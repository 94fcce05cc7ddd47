import { type Address, document, type Render } from './response';
import { parseNoQuery } from './list-query';
import { mediaType } from './media-type';
import type { OperationOptions } from './operation';
import type { Resource } from './types';

export const indexOperation: OperationOptions = {
  id: 'getIndex',
  summary: 'Links to every collection',
  answers: [
    {
      shows: 'content',
      mediaType,
      schema: {
        type: 'object',
        properties: {
          jsonapi: { $ref: '#/components/schemas/JsonApi' },
          links: {
            type: 'object',
            properties: { self: { type: 'string', format: 'uri' } },
            required: ['self'],
            // Allows links that are plain strings. Code generators turn `additionalProperties` into an index
            // signature, which must cover the string `links.self`.
            additionalProperties: {
              anyOf: [{ $ref: '#/components/schemas/LinkObject' }, { type: 'string', format: 'uri' }],
            },
          },
          meta: { type: 'object', properties: { service: { type: 'string' } }, required: ['service'] },
        },
        required: ['jsonapi', 'links', 'meta'],
      },
    },
  ],
};

/**
 * Renders `GET /api`, the links to all collections of a service (docs/contract.md §2). Throws if the URL has
 * query parameters.
 */
export function apiIndex(
  service: string,
  collections: readonly Resource[],
  { origin, path }: Address,
): Render {
  parseNoQuery(path.split('?')[1] ?? '');
  const links = collections.map((collection) => [collection.type, { href: origin + collection.path }]);
  return document({ links: { self: `${origin}/api`, ...Object.fromEntries(links) }, meta: { service } });
}
