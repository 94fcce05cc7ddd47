import type { ApiDocument, Operation } from '../openapi/document';
import { type ExampleBody, requestBodies } from './request-bodies';

const hosts = { shop: '$BASE_URL', auth: '$AUTH_URL' };
/** Shell variables for path parameters. All other parameters use `$ID`. */
const variables: Record<string, string> = {
  shop_id: '$SHOP_ID',
  app_id: '$APP_ID',
  nonce: '$NONCE',
  digest: '$ICON_DIGEST',
};

/** A curl command for an operation with the variables of the demo. */
export function curlOf(document: ApiDocument, operation: Operation, type: string): string {
  const { api, method, operationId } = operation;
  const path = placeOf(operation).replace(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? '$ID');
  const isList = operationId.startsWith('list');
  const address = `${hosts[api]}${path}${isList ? '?page[size]=1' : ''}`;
  const credential = credentialOf(operation);
  const body = bodyOf(document, operation, type);
  const words = [
    `curl${isList ? ' -g' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${isList ? `"${address}"` : address}`,
    ...(credential ? [`-H "Authorization: Bearer ${credential}"`] : []),
    ...(body ?? []),
  ];
  return words.join(' \\\n  ');
}

/**
 * Replaces path parameters by shell variables. Objects of a person use `current` as id. An app below a shop
 * uses the id of an installed app.
 */
function placeOf({ path }: Operation): string {
  if (/^\/api\/(?:owners|sessions)\/\{id\}$/.test(path)) return path.replace('{id}', 'current');
  return path.replace(/(\{shop_id\}\/apps)\/\{id\}$/, '$1/{app_id}');
}

function credentialOf({ security = [] }: Operation): string | undefined {
  const names = security.flatMap((each) => Object.keys(each));
  if (names.includes('Session')) return '$SESSION';
  if (names.includes('AccessToken')) return '$ACCESS_TOKEN';
  return names.includes('OAuthToken') ? '$OAUTH_TOKEN' : undefined;
}

/** Returns curl's arguments for the body: a document, or a file of the first documented type. */
function bodyOf(document: ApiDocument, operation: Operation, type: string): string[] | undefined {
  if (!operation.requestBody) return undefined;
  const [mediaType = ''] = document.mediaTypesOf(operation.requestBody);
  if (mediaType.startsWith('image/'))
    return [`-H 'Content-Type: ${mediaType}'`, `--data-binary @icon.${mediaType.slice('image/'.length)}`];
  const { attributes, relationships } = requestBodies[operation.operationId] ?? outline(document, operation);
  const isUpdate = operation.method === 'PATCH';
  const linked = Object.entries(relationships ?? {}).map(([name, data]) => [name, { data }]);
  const data = {
    type,
    ...(isUpdate && { id: '$ID' }),
    ...(attributes && { attributes }),
    ...(linked.length > 0 && { relationships: Object.fromEntries(linked) as object }),
  };
  const text = JSON.stringify({ data }).replace(/"(\$[A-Z_]+)"/g, `"'$1'"`);
  return [`-H 'Content-Type: application/vnd.api+json'`, `-d '${text}'`];
}

/** Builds a body with the required attributes, for operations without a written example. */
function outline(document: ApiDocument, { requestBody }: Operation): ExampleBody {
  const { required = [] } = document.at(document.schemaOf(requestBody), 'data', 'attributes') ?? {};
  return { attributes: Object.fromEntries(required.map((name) => [name, '…'])) };
}
