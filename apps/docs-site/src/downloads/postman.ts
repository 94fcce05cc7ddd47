import type { ApiDocument, Operation, Parameter } from '../openapi/document';
import { exampleRequest, type ExampleRequest } from '../reference/example-request';
import { order } from '../reference/operation-section';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Variables of a Postman collection with the values of the demo. Readers enter their own values in Postman. */
const VARIABLES = {
  shop: { base_url: 'http://demo-shop.localhost:3000', access_token: '' },
  auth: { auth_url: 'http://localhost:3001', session: '', shop_id: '', app_id: '', app_secret: '' },
};
const HOSTS = { shop: '{{base_url}}', auth: '{{auth_url}}' };

interface Item {
  name: string;
  request: object;
  response: object[];
}

/**
 * Converts an OpenAPI document to a Postman collection (format 2.1), with a folder per tag and a request per
 * operation.
 */
export function postmanCollection(description: ApiDocument): object {
  const folders = description.tags.map((tag) => ({
    name: tag,
    description: description.introductionOf(tag) ?? '',
    item: description.operations
      .filter(({ tags }) => tags[0] === tag)
      .sort(order)
      .map((operation) => itemOf(description, operation, tag)),
  }));
  const values: Record<string, string> = { ...VARIABLES[description.name] };
  for (const [name] of JSON.stringify(folders).matchAll(/\{\{\w+\}\}/g)) values[name.slice(2, -2)] ??= '';
  return {
    info: { name: `Storewright ${description.name} API`, schema: SCHEMA },
    variable: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })),
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function itemOf(description: ApiDocument, operation: Operation, type: string): Item {
  const { method, path, summary, description: text } = operation;
  const example = exampleRequest(description, operation, type);
  const request = {
    method,
    description: [`${method} ${path}`, text].filter(Boolean).join('\n\n'),
    header: [
      { key: 'Accept', value: 'application/vnd.api+json' },
      ...(example.mediaType ? [{ key: 'Content-Type', value: example.mediaType }] : []),
    ],
    auth: authOf(operation, example),
    url: urlOf(operation, example),
    ...(example.document && {
      body: {
        mode: 'raw',
        raw: withVariables(JSON.stringify(example.document, null, 2)),
        options: { raw: { language: 'json' } },
      },
    }),
    ...(example.mediaType && !example.document && { body: { mode: 'file', file: {} } }),
  };
  const answer = description.exampleOf(operation);
  const status = Object.keys(operation.responses).find((each) => each.startsWith('2')) ?? '200';
  const body = JSON.stringify(answer, null, 2);
  const header = [{ key: 'Content-Type', value: 'application/vnd.api+json' }];
  const response = answer
    ? [{ name: 'Example', originalRequest: request, code: Number(status), header, body }]
    : [];
  return { name: summary, request, response };
}

/** Returns a Postman URL with path parameters as `:id` and with all query parameters disabled. */
function urlOf({ api, parameters = [] }: Operation, { path }: ExampleRequest): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const place = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const query = parameters.filter((parameter) => parameter.in === 'query').map(queryOf);
  return {
    raw: `${HOSTS[api]}${place}`,
    host: [HOSTS[api]],
    path: place.slice(1).split('/'),
    ...(query.length > 0 && { query }),
    ...(names.length > 0 && {
      variable: names.map((key) => ({ key, value: ['shop_id', 'app_id'].includes(key) ? `{{${key}}}` : '' })),
    }),
  };
}

const queryOf = ({ name, description = '' }: Parameter): object => ({
  key: name,
  value: '',
  description,
  disabled: true,
});

function authOf({ security = [] }: Operation, { credential }: ExampleRequest): object {
  const bearer = (value: string) => ({ type: 'bearer', bearer: [{ key: 'token', value, type: 'string' }] });
  if (credential) return bearer(`{{${credential.toLowerCase()}}}`);
  if (!security.some((each) => 'ClientSecret' in each)) return { type: 'noauth' };
  const value = (key: string, text: string) => ({ key, value: text, type: 'string' });
  return { type: 'basic', basic: [value('username', '{{app_id}}'), value('password', '{{app_secret}}')] };
}

const withVariables = (text: string): string =>
  text.replaceAll(/"\$([A-Z_]+)"/g, (_, name: string) => `"{{${name.toLowerCase()}}}"`);
