import { apiRequest, type ApiRequest, ArgumentError, type Arguments } from './api-request';
import { RESULTS } from './output-schema';
import type { Tool } from './tool';
import {
  type ApiAnswer,
  errorsOf,
  failed,
  resultOf,
  type Structured,
  structuredOf,
  type ToolResult,
} from './tool-result';

/** Maximum size of structured content in bytes of JSON. It limits the number of tokens that a model must read. */
export const MAX_RESULT_BYTES = 50_000;

/** Sends a request to the shop API with the credential of the MCP client and returns the response. */
export type Send = (request: ApiRequest) => Promise<ApiAnswer>;

/**
 * Calls a tool. The structured content has at most MAX_RESULT_BYTES. A page that is larger is read again with
 * fewer objects. An object that is larger is reduced to type and id.
 */
export async function callTool(tool: Tool, given: Arguments, send: Send): Promise<ToolResult> {
  try {
    const answer = await send(apiRequest(tool, given));
    if (answer.status >= 400) return errorsOf(answer);
    const structured = structuredOf(answer);
    if (sizeOf(structured) <= MAX_RESULT_BYTES) return resultOf(structured);
    return await smallerResult(structured, (size) => send(apiRequest(tool, withPageSize(given, size))));
  } catch (error) {
    if (error instanceof ArgumentError) return failed(error.message);
    throw error;
  }
}

async function smallerResult(
  large: Structured,
  readPage: (size: number) => Promise<ApiAnswer>,
): Promise<ToolResult> {
  let page = large;
  while (isPage(page) && page.data.length > 1) {
    const share = MAX_RESULT_BYTES / sizeOf(page);
    // Requests a tenth fewer objects than the average size suggests, because the objects of a page differ in
    // size.
    const size = Math.max(1, Math.min(page.data.length - 1, Math.floor(page.data.length * share * 0.9)));
    const answer = await readPage(size);
    if (answer.status >= 400) return errorsOf(answer);
    page = { ...structuredOf(answer), notice: pageNotice(size) };
    if (sizeOf(page) <= MAX_RESULT_BYTES) return resultOf(page);
  }
  return resultOf(identified(page));
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const isPage = (value: Structured): value is Structured & { data: unknown[] } =>
  Array.isArray(value['data']) && value['next'] !== undefined;

function withPageSize(given: Arguments, size: number): Arguments {
  return { ...given, page: { ...(given['page'] as object | undefined), size } };
}

const pageNotice = (size: number): string =>
  `The page has ${size} objects instead of the requested number, because a result has at most ${MAX_RESULT_BYTES} ` +
  'bytes. Continue with next as page.after.';

const IDENTIFIED_NOTICE =
  `The result has only ids, because a result has at most ${MAX_RESULT_BYTES} bytes. Read the objects ` +
  'with fewer "fields" and without "include".';

/**
 * Reduces all objects in a result to type and id. The result is not an error, because a write may already have
 * been applied.
 */
function identified({ data, [RESULTS]: results, next, etag, meta }: Structured): Structured {
  return {
    ...(data !== undefined && { data: identifiersOf(data) }),
    ...(Array.isArray(results) && {
      [RESULTS]: results.map((result: Structured) =>
        result['data'] === undefined ? {} : { data: identifiersOf(result['data']) },
      ),
    }),
    ...(meta !== undefined && { meta }),
    ...(next !== undefined && { next }),
    ...(etag !== undefined && { etag }),
    notice: IDENTIFIED_NOTICE,
  };
}

function identifiersOf(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(identifiersOf);
  if (typeof data !== 'object' || data === null) return data;
  const { type, id } = data as Structured;
  return { type, id };
}
