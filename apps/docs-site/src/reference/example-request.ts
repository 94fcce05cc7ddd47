import type { ApiDocument, Operation } from '../openapi/document';
import { type ExampleBody, requestBodies } from './request-bodies';

/** An example request for curl commands, the Postman collection and the form on reference pages. */
export interface ExampleRequest {
  /** Path with parameters in braces, such as `/api/products/{id}`. */
  path: string;
  query: string;
  credential?: 'SESSION' | 'ACCESS_TOKEN' | 'OAUTH_TOKEN';
  /** Media type of the body. Undefined for an operation without a body. */
  mediaType?: string;
  /** JSON:API document in which `$NAME` stands for a value that the reader inserts. Undefined if the body is a file. */
  document?: object;
}

export function exampleRequest(description: ApiDocument, operation: Operation, type: string): ExampleRequest {
  const [mediaType] = operation.requestBody ? description.mediaTypesOf(operation.requestBody) : [];
  const isFile = mediaType?.startsWith('image/');
  const credential = credentialOf(operation);
  return {
    path: placeOf(operation),
    query: operation.operationId.startsWith('list') ? 'page[size]=1' : '',
    ...(credential && { credential }),
    ...(mediaType && { mediaType: isFile ? mediaType : 'application/vnd.api+json' }),
    ...(mediaType && !isFile && { document: documentOf(description, operation, type) }),
  };
}

/**
 * Returns the path with example ids. Objects of the signed-in user have the id `current`, and an app below a shop has
 * the id of an installed app.
 */
function placeOf({ path }: Operation): string {
  if (/^\/api\/(?:owners|sessions)\/\{id\}$/.test(path)) return path.replace('{id}', 'current');
  return path.replace(/(\{shop_id\}\/apps)\/\{id\}$/, '$1/{app_id}');
}

function credentialOf({ security = [] }: Operation): ExampleRequest['credential'] {
  const names = security.flatMap((each) => Object.keys(each));
  if (names.includes('Session')) return 'SESSION';
  if (names.includes('AccessToken')) return 'ACCESS_TOKEN';
  return names.includes('OAuthToken') ? 'OAUTH_TOKEN' : undefined;
}

function documentOf(description: ApiDocument, operation: Operation, type: string): object {
  const { attributes, relationships } =
    requestBodies[operation.operationId] ?? outline(description, operation);
  const linked = Object.entries(relationships ?? {}).map(([name, data]) => [name, { data }]);
  const data = {
    type,
    ...(operation.method === 'PATCH' && { id: '$ID' }),
    ...(attributes && { attributes }),
    ...(linked.length > 0 && { relationships: Object.fromEntries(linked) as object }),
  };
  return { data };
}

/** Returns a request body with the required attributes, for operations without a handwritten example. */
function outline(description: ApiDocument, { requestBody }: Operation): ExampleBody {
  const { required = [] } = description.at(description.schemaOf(requestBody), 'data', 'attributes') ?? {};
  return { attributes: Object.fromEntries(required.map((name) => [name, '…'])) };
}
