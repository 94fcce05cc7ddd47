import type { Page } from '@storewright/pages';
import { mediaType } from './media-type';
import { asUri, type Render, version } from './response';
import type { SearchQuery } from './search-query';
import type { JsonSchema, Resource } from './types';

/**
 * The newest objects of one resource type that match a search. `page` is absent if the search of this type
 * failed or timed out.
 */
export interface TypeResult {
  resource: Resource;
  page?: Page;
}

/** JSON Schema of an entry in `meta.types` of a search response: the search status of one resource type. */
export const typeStateSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: {
      enum: ['complete', 'partial', 'unavailable'],
      description:
        'complete: all objects were searched. partial: the search stopped early, so further objects can match. ' +
        'unavailable: the search failed or took too long.',
    },
    has_more: { type: 'boolean', description: 'True if more objects match than the response contains.' },
  },
  required: ['status', 'has_more'],
};

/**
 * Renders the search results of all resource types as one document. `meta.types` contains the search status
 * of each type.
 */
export function searchDocument(results: readonly TypeResult[], { fields }: SearchQuery): Render {
  return ({ origin, path }) => {
    const self = JSON.stringify(origin + asUri(path));
    const objects = results.flatMap(({ resource, page }) =>
      (page?.rows ?? []).map((row) => resource.render(row, origin, fields.get(resource.type))),
    );
    const types = Object.fromEntries(results.map((result) => [result.resource.type, stateOf(result)]));
    return {
      headers: { 'content-type': mediaType },
      body:
        `{${version},"links":{"self":{"href":${self}},"first":${self},"prev":null,"next":null},` +
        `"data":[${objects.join()}],"meta":${JSON.stringify({ types })}}`,
    };
  };
}

function stateOf({ page }: TypeResult): { status: string; has_more: boolean } {
  if (!page) return { status: 'unavailable', has_more: false };
  return { status: page.end === undefined ? 'complete' : 'partial', has_more: page.hasMore };
}
