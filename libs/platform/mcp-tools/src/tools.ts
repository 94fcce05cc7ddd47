import type { JsonSchema } from '@storewright/json-api';
import { type ApiDocument, type ApiOperation, propertiesOf, resolved, successesOf } from './api-document';
import { inputSchemaOf, offeredParameters } from './input-schema';
import { outputSchemaOf } from './output-schema';
import type { Tool, ToolAccess, ToolAnnotations, ToolRequest } from './tool';

/**
 * Matches the path of a collection or a single object. Tools do not use relationship paths, because the
 * create and update tools have arguments for relationships.
 */
const TOOL_PATH = /^\/api\/[a-z_]+(?:\/\{id\})?$/;
const JSON_API = 'application/vnd.api+json';

/**
 * Returns the MCP tools of the shop API. Each operation on a collection or object has one tool, if the
 * operation requires a token and uses JSON:API documents.
 */
export function toolsOf(document: ApiDocument): Tool[] {
  const tools = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => TOOL_PATH.test(path) && isToolOperation(operation))
      .map(([method, operation]) => toolOf({ method: method.toUpperCase(), path, operation }, document)),
  );
  return tools.map((tool) => (isAtomic(tool) ? atomicTool(tool, tools) : tool));
}

interface Described {
  method: string;
  path: string;
  operation: ApiOperation;
}

function isToolOperation(operation: ApiOperation): boolean {
  const { security = [], requestBody } = operation;
  const contents = [requestBody?.content, ...successesOf(operation).map(({ content }) => content)];
  // A tool uses only the first media type of an operation. Further media types, such as server-sent events,
  // are ignored.
  const mediaTypes = contents.flatMap((each) => Object.keys(each ?? {}).slice(0, 1));
  return security.length > 0 && mediaTypes.every((each) => each.startsWith(JSON_API));
}

function toolOf(described: Described, document: ApiDocument): Tool {
  const { operation, method } = described;
  const { operationId, summary } = operation;
  const title = summary ?? operationId;
  const reader = readerOf(described, document);
  const outputSchema = outputSchemaOf(operation, document.components.schemas, reader);
  const namesFields = (type: string) => reader !== undefined && operation.tags?.[0] === type;
  const inputSchema = inputSchemaOf(operation, document, namesFields);
  return {
    name: toolName(operationId),
    title,
    description: descriptionOf(described, document, { inputSchema, outputSchema }),
    inputSchema,
    outputSchema,
    annotations: annotationsOf(method, title),
    request: requestOf(described, document),
    access: accessOf(described, document),
  };
}

function readerOf({ method, path }: Described, { paths }: ApiDocument): string | undefined {
  const one = method === 'GET' ? paths[`${path}/{id}`]?.['get'] : undefined;
  return one && isToolOperation(one) ? toolName(one.operationId) : undefined;
}

/** Converts an operation id to a tool name, such as `listOrderStatistics` to `list_order_statistics`. */
function toolName(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns the MCP annotations of a tool with this HTTP method. A POST is not destructive, because it only
 * adds an object.
 */
function annotationsOf(method: string, title: string): ToolAnnotations {
  return {
    title,
    readOnlyHint: method === 'GET',
    destructiveHint: method === 'PATCH' || method === 'DELETE',
    idempotentHint: method !== 'POST',
    openWorldHint: false,
  };
}

function descriptionOf(
  { operation: { operationId, summary, tags = [], description }, method, path }: Described,
  { tags: known = [] }: ApiDocument,
  { inputSchema, outputSchema }: Pick<Tool, 'inputSchema' | 'outputSchema'>,
): string {
  const [tag] = tags;
  const ofResource = tag === 'service' ? undefined : known.find(({ name }) => name === tag)?.description;
  const argumentNames = Object.keys(propertiesOf(inputSchema));
  return [
    `${summary ?? operationId} (${method} ${path}).`,
    ofResource,
    description,
    propertiesOf(outputSchema)['next'] && 'Returns one page. For the next page, send next as page.after.',
    argumentNames.includes('if_match') &&
      'Send the etag of the object as if_match, so that the call changes only the version that you read.',
    argumentNames.includes('idempotency_key') &&
      'Send a new idempotency_key for each change, so that a repeated call has no second effect.',
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
}

function requestOf({ method, path, operation }: Described, document: ApiDocument): ToolRequest {
  const query = offeredParameters(operation, document).filter(({ in: place }) => place === 'query');
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  return {
    method,
    path,
    query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    ...(body && { body: bodyOf(body[0], body[1].schema, document) }),
  };
}

function bodyOf(mediaType: string, schema: JsonSchema, document: ApiDocument): ToolRequest['body'] {
  const { schemas } = document.components;
  const data = propertiesOf(resolved(schema, schemas))['data'];
  const type = data && propertiesOf(resolved(data, schemas))['type']?.['const'];
  return { mediaType, ...(typeof type === 'string' && { type }) };
}

function accessOf({ operation, method }: Described, document: ApiDocument): ToolAccess {
  const scopes = Object.assign({}, ...(operation.security ?? [])) as ToolAccess['scopes'];
  const searched = searchedTypes(operation, document);
  if (method !== 'GET' || searched.length === 0) return { scopes };
  return { scopes, oneOf: searched.map((type) => `${type}.collection`) };
}

/**
 * Returns the resource types that a search operation reads. A token needs the scope to list at least one of
 * them.
 */
function searchedTypes(operation: ApiOperation, document: ApiDocument): readonly string[] {
  const isScoped = (operation.security ?? []).some((each) => Object.values(each).flat().length > 0);
  const types = offeredParameters(operation, document).find(({ name }) => name === 'filter[type]');
  const { enum: values = [] } = (types?.schema['items'] ?? {}) as { enum?: readonly string[] };
  return isScoped ? [] : values;
}

const isAtomic = ({ request: { body } }: Tool): boolean => body?.mediaType.includes('ext=') === true;

/**
 * Returns the tool for atomic operations, which can also change and delete objects. A token needs at least
 * one write scope. The shop API checks the scope of each operation.
 */
function atomicTool(tool: Tool, tools: readonly Tool[]): Tool {
  const writing = tools.filter(({ annotations }) => !annotations.readOnlyHint);
  const oneOf = [...new Set(writing.flatMap(({ access }) => Object.values(access.scopes).flat()))];
  return {
    ...tool,
    annotations: { ...tool.annotations, destructiveHint: true },
    access: { ...tool.access, oneOf },
  };
}
