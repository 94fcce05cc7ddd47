import { type JsonSchema, mediaType } from '@storewright/json-api';
import { atomicMediaType } from './operations';
import { schemaName } from './names';
import { object, ref, sentLinkage } from './resource-schema';
import { type DescribedRoute, type DescribedRoutes, partOf, relationshipOf } from './route';

export function requestBodyOf(route: DescribedRoute, routes: DescribedRoutes): JsonSchema | undefined {
  const { body } = route.options;
  if (body) {
    const { also = [], schema, required = true } = body;
    const content = Object.fromEntries([body.mediaType, ...also].map((each) => [each, { schema }]));
    return { required, content };
  }
  const part = partOf(route, 'new resource', 'changed resource', 'linkage', 'extension document');
  if (!part) return undefined;
  const [type, schema] =
    part.part === 'linkage'
      ? [mediaType, object({ data: sentLinkage(relationshipOf(part)) })]
      : part.part === 'extension document'
        ? [atomicMediaType, ref('Operations')]
        : [
            mediaType,
            ref(
              `${part.part === 'new resource' ? 'Create' : 'Update'}${schemaName(routes.resourceOf(part))}`,
            ),
          ];
  return { required: true, content: { [type]: { schema } } };
}
