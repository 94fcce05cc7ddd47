import { propertiesOf } from './api-document';
import { HEADERS, OPERATIONS, segmentsOf } from './input-schema';
import type { Tool } from './tool';

export interface ApiRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** Error for invalid arguments of a tool call. The message tells the model which arguments to send. */
export class ArgumentError extends Error {}

const JSON_API = 'application/vnd.api+json';

/** Matches text that an HTTP header can contain: visible ASCII characters and spaces. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;

/**
 * Converts the arguments of a tool call to a request. Throws an ArgumentError only for arguments that no
 * request can contain, because the shop API validates all values.
 */
export function apiRequest(tool: Tool, given: Arguments): ApiRequest {
  refuseUnknown(tool, given);
  const { method, body } = tool.request;
  const query = Object.keys(tool.request.query).length > 0 ? queryOf(tool, given) : '';
  return {
    method,
    path: pathOf(tool, given) + query,
    headers: {
      accept: body?.mediaType ?? JSON_API,
      ...(body && { 'content-type': body.mediaType }),
      ...headersOf(given),
    },
    ...(body && { body: JSON.stringify(documentOf(body, given)) }),
  };
}

function refuseUnknown({ name, inputSchema }: Tool, given: Arguments): void {
  const known = Object.keys(propertiesOf(inputSchema));
  const unknown = Object.keys(given).filter((each) => !known.includes(each));
  if (unknown.length === 0) return;
  throw new ArgumentError(
    `${name} has no argument ${unknown.map((each) => `"${each}"`).join(', ')}. Its arguments are ${known.join(', ')}.`,
  );
}

function pathOf({ request: { path } }: Tool, { id }: Arguments): string {
  if (!path.includes('{id}')) return path;
  // The ids `.` and `..` would change the URL path.
  if (typeof id !== 'string' || id === '' || /^\.{1,2}$/.test(id))
    throw new ArgumentError('The argument "id" must be the id of an object.');
  return path.replace('{id}', encoded(id));
}

function headersOf(given: Arguments): Record<string, string> {
  const sent = Object.entries(HEADERS).filter(([argument]) => given[argument] !== undefined);
  return Object.fromEntries(
    sent.map(([argument, name]) => {
      const value = given[argument];
      if (typeof value !== 'string' || !HEADER_VALUE.test(value))
        throw new ArgumentError(`The argument "${argument}" must consist of visible ASCII characters.`);
      return [name.toLowerCase(), value];
    }),
  );
}

function queryOf({ request: { query } }: Tool, given: Arguments): string {
  const roots = new Set(Object.keys(query).map((name) => segmentsOf(name)[0]!));
  const pairs = [...roots].flatMap((root) => parametersIn(root, given[root], query));
  const text = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
}

/** Percent-encodes text. Unpaired surrogates are replaced first, because they cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/**
 * Converts a nested argument to query parameters, such as `{"title":{"eq":"Tea"}}` to
 * `filter[title][eq]=Tea`.
 */
function parametersIn(
  name: string,
  value: unknown,
  query: Tool['request']['query'],
): [name: string, value: string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  // Sends an object as JSON text if the query parameter is a string, as in `filter[meta]`.
  if (query[name]?.['type'] === 'string') return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) return [[name, value.map(listed).join(',')]];
  return Object.entries(value).flatMap(([key, each]) => parametersIn(`${name}[${key}]`, each, query));
}

const listed = (value: unknown): string => String(value).replaceAll(',', '\\,');

function documentOf({ type }: NonNullable<Tool['request']['body']>, given: Arguments): object {
  if (type === undefined) return { 'atomic:operations': given[OPERATIONS] };
  const { id, attributes, relationships } = given;
  return { data: { type, id, attributes, relationships } };
}
