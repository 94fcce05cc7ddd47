import type { ApiDocument, Operation } from '../openapi/document';
import { curlOf } from './curl';
import { sdkOf } from './sdk';

/** Error codes that any operation can return (docs/errors.md). The section of an operation omits these error codes. */
const general = new Set([
  ...['malformed_request', 'duplicate_authorization', 'unauthorized', 'invalid_token', 'not_acceptable'],
  ...[
    'request_timeout',
    'uri_too_long',
    'headers_too_large',
    'rate_limited',
    'internal_error',
    'overloaded',
    'unavailable',
  ],
  ...['shop_not_found', 'misdirected_request', 'invalid_shop_id', 'payload_too_large'],
  ...['shop_suspended', 'api_suspended', 'app_suspended', 'network_not_allowed'],
  ...[
    'unsupported_media_type',
    'malformed_document',
    'too_many_members',
    'invalid_text',
    'invalid_query_parameter',
  ],
]);

const rank = ({ operationId, method }: Operation): number =>
  operationId.startsWith('list') ? 0 : ['POST', 'GET', 'PATCH', 'DELETE'].indexOf(method) + 1;

const collection = ({ path }: Operation): string => path.replace(/\/\{(?:id|digest)\}$/, '');

/** Sort order of operations: list, create or set, read, change, delete. */
export function order(one: Operation, other: Operation): number {
  const [first, second] = [collection(one), collection(other)];
  return first === second ? rank(one) - rank(other) : first.length - second.length;
}

export function operationSection(document: ApiDocument, operation: Operation, type: string): string {
  const { operationId, method, path, summary, description } = operation;
  const answer = document.exampleOf(operation);
  const codes = [...new Set(document.errorCodesOf(operation))].filter((code) => !general.has(code));
  const sdk = sdkOf(operation, type);
  const curl = curlOf(document, operation, type);
  const request = sdk
    ? `::: code-group\n\n\`\`\`sh [curl]\n${curl}\n\`\`\`\n\n\`\`\`js [SDK]\n${sdk}\n\`\`\`\n\n:::`
    : `\`\`\`sh\n${curl}\n\`\`\``;
  const parts = [
    `### ${headingOf(operation, type)} {#${operationId}}`,
    summary === operationId || summary === headingOf(operation, type)
      ? undefined
      : `${summary.replace(/\.$/, '')}.`,
    description,
    `\`${method} ${path}\`${accessOf(operation)}`,
    inputOf(document, operation),
    codes.length
      ? `Errors: ${codes.map((code) => `[\`${code}\`](../../errors/${code}.md)`).join(', ')}`
      : undefined,
    // The site shows the first code block and all following blocks beside the description
    // (.vitepress/operations.mjs).
    request,
    answer === undefined ? undefined : `\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``,
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Describes the attributes and relationships of the request body, or the parameters of a list. */
function inputOf(document: ApiDocument, operation: Operation): string | undefined {
  const data = document.at(document.schemaOf(operation.requestBody), 'data');
  const names = ['attributes', 'relationships'].flatMap((part) => {
    const { properties = {}, required = [] } = document.at(data, part) ?? {};
    return Object.keys(properties).map(
      (name) => `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
    );
  });
  if (names.length > 0) return `Body: ${names.join(', ')}`;
  const filters = (operation.parameters ?? []).filter(({ name }) =>
    /^filter\[\w+\]$|^sort$|^include$/.test(name),
  );
  return operation.operationId.startsWith('list') && filters.length > 0
    ? `Query: ${filters.map(({ name }) => `\`${name}\``).join(', ')}, \`fields[…]\`, \`page[…]\``
    : undefined;
}

/**
 * Returns the heading of an operation, such as `List`, `Create` or `Read one`. The path beside the heading names the
 * resource.
 */
function headingOf({ operationId, method, summary }: Operation, type: string): string {
  if (operationId.startsWith('list')) return `List ${type.replaceAll('_', ' ')}`;
  const verb = { GET: 'Read one', POST: 'Create', PATCH: 'Change', DELETE: 'Delete' }[method] ?? summary;
  return /^(?:get|create|update|delete)[A-Z]/.test(operationId)
    ? verb
    : summary === operationId
      ? verb
      : summary;
}

/**
 * Returns the scope that an operation requires. For an operation without a scope, returns the callers that it allows.
 */
function accessOf({ security = [] }: Operation): string {
  const scopes = [...new Set(security.flatMap((each) => Object.values(each).flat()))];
  if (scopes.length)
    return ` · scope ${scopes.map((scope) => `[\`${scope}\`](../../scopes.md)`).join(' or ')}`;
  const names = security.flatMap((each) => Object.keys(each));
  if (names.includes('Session')) return ' · signed in';
  if (names.includes('ClientSecret')) return ' · the app, with its secret';
  return names.length ? ' · the token itself' : ' · everybody';
}
