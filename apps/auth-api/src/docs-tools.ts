import { errorCodes } from '@storewright/json-api';
import { failed, type ToolResult } from '@storewright/mcp-tools';
import { type Audience, AUDIENCES, type DocsLibrary } from './docs-library';

const MAX_FINDINGS = 20;
const DEFAULT_FINDINGS = 8;
const MAX_QUERY_LENGTH = 200;

type Arguments = Readonly<Record<string, unknown>>;

export interface DocsTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; properties: Record<string, object>; required: string[] };
  call(library: DocsLibrary, given: Arguments): ToolResult;
}

const text = (description: string) => ({ type: 'string', description });

const NOT_BUILT = failed('The documentation is not built yet. Try again in a minute.');

export const docsTools: readonly DocsTool[] = [
  {
    name: 'search_docs',
    title: 'Search the documentation',
    description:
      'Finds sections of the documentation that contain all words, in the pages for one kind of readers. Read a page ' +
      'with get_page.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { ...text('Search query of one to eight words.'), minLength: 1, maxLength: MAX_QUERY_LENGTH },
        audience: {
          enum: AUDIENCES,
          default: 'developers',
          description: 'Readers: app developers, shop owners, platform operators or code contributors.',
        },
        limit: { type: 'integer', minimum: 1, maximum: MAX_FINDINGS, default: DEFAULT_FINDINGS },
      },
      required: ['query'],
    },
    call(library, { query, limit = DEFAULT_FINDINGS, audience = 'developers' }) {
      if (typeof query !== 'string' || query.trim() === '' || query.length > MAX_QUERY_LENGTH)
        return failed(`The argument "query" must be text with 1 to ${MAX_QUERY_LENGTH} characters.`);
      if (!isWhole(limit, 1, MAX_FINDINGS))
        return failed(`The argument "limit" must be a whole number from 1 to ${MAX_FINDINGS}.`);
      if (!isAudience(audience))
        return failed(`The argument "audience" must be one of ${AUDIENCES.join(', ')}.`);
      const sections = library.search(query, limit, audience);
      return sections ? resultOf({ sections }) : NOT_BUILT;
    },
  },
  {
    name: 'get_page',
    title: 'Get a page',
    description:
      'Returns a page of the documentation as Markdown. A long page continues at next_offset. The page "index" ' +
      'lists all pages.',
    inputSchema: {
      type: 'object',
      properties: {
        path: text('Path of the documentation page, such as guides/quick-start.'),
        offset: {
          type: 'integer',
          minimum: 0,
          default: 0,
          description: 'Offset of the returned text in characters. Defaults to 0.',
        },
      },
      required: ['path'],
    },
    call(library, { path, offset = 0 }) {
      if (typeof path !== 'string' || !isWhole(offset, 0, Number.MAX_SAFE_INTEGER))
        return failed('The argument "path" must be text, and "offset" must be a whole number from 0.');
      const page = library.page(path, offset);
      return page
        ? resultOf({ ...page })
        : failed('The page does not exist. The page "index" lists all pages.');
    },
  },
  {
    name: 'get_schema',
    title: 'Get a schema',
    description:
      'Returns a JSON Schema of the shop API or the auth API. "$ref": "#/components/schemas/Money" refers to the ' +
      'schema "Money" of the same API.',
    inputSchema: {
      type: 'object',
      properties: {
        api: { enum: ['shop', 'auth'], description: 'API that the schema belongs to.' },
        name: text('Name of the schema, such as Product, ProductAttributes or CreateProduct.'),
      },
      required: ['api', 'name'],
    },
    call(library, { api, name }) {
      const isNamed = typeof name === 'string' && /^\w+$/.test(name) && (api === 'shop' || api === 'auth');
      const schema = isNamed ? library.schema(api, name) : undefined;
      return schema
        ? resultOf({ api, name, schema })
        : failed('The schema does not exist. The page of a resource in reference/ lists its schemas.');
    },
  },
  {
    name: 'get_error_code',
    title: 'Get an error code',
    description: 'Returns the status of an error code and the page with its cause and solution.',
    inputSchema: {
      type: 'object',
      properties: { code: text('Error code, such as insufficient_scope.') },
      required: ['code'],
    },
    call(library, { code }) {
      if (typeof code !== 'string' || !Object.hasOwn(errorCodes, code))
        return failed('The error code does not exist. The page "errors" lists all error codes.');
      const [status, title] = errorCodes[code as keyof typeof errorCodes];
      const page = library.page(`errors/${code}`, 0);
      return resultOf({ code, status, title, text: page?.text ?? '' });
    },
  },
];

function resultOf(structuredContent: Record<string, unknown>): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

function isAudience(value: unknown): value is Audience {
  return AUDIENCES.some((each) => each === value);
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}
