import type { ApiDocument, Operation } from '../openapi/document';
import { type ExampleRequest, exampleRequest } from './example-request';

const hosts = { shop: '$BASE_URL', auth: '$AUTH_URL' };
/** Shell variables for path parameters. All other path parameters use `$ID`. */
const variables: Record<string, string> = {
  shop_id: '$SHOP_ID',
  app_id: '$APP_ID',
  nonce: '$NONCE',
  digest: '$ICON_DIGEST',
};

export function curlOf(description: ApiDocument, operation: Operation, type: string): string {
  const { api, method } = operation;
  const request = exampleRequest(description, operation, type);
  const path = request.path.replace(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? '$ID');
  const isList = request.query !== '';
  const address = `${hosts[api]}${path}${isList ? `?${request.query}` : ''}`;
  const words = [
    `curl${isList ? ' -g' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${isList ? `"${address}"` : address}`,
    ...(request.credential ? [`-H "Authorization: Bearer $${request.credential}"`] : []),
    ...bodyOf(request),
  ];
  return words.join(' \\\n  ');
}

/** Returns curl's arguments for the request body, which is a JSON document or a file. */
function bodyOf({ mediaType, document }: ExampleRequest): string[] {
  if (!mediaType) return [];
  if (!document)
    return [`-H 'Content-Type: ${mediaType}'`, `--data-binary @icon.${mediaType.slice('image/'.length)}`];
  const text = JSON.stringify(document).replace(/"(\$[A-Z_]+)"/g, `"'$1'"`);
  return [`-H 'Content-Type: ${mediaType}'`, `-d '${text}'`];
}
