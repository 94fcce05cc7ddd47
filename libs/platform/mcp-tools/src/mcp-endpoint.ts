import type { IncomingHttpHeaders } from 'node:http';
import type { AuthInfo, McpHttpHandler } from '@modelcontextprotocol/server';
import type { ApiAnswer } from './tool-result';

const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version'];

export interface McpRequest {
  headers: IncomingHttpHeaders;
  body?: unknown;
}

export function bodyText({ body }: Pick<McpRequest, 'body'>): string {
  return Buffer.isBuffer(body) ? body.toString('utf8') : '';
}

export async function protocolAnswer(
  handler: McpHttpHandler,
  request: McpRequest,
  authInfo?: AuthInfo,
): Promise<ApiAnswer> {
  const headers = new Headers();
  for (const name of PROTOCOL_HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  // The MCP library requires a URL but ignores it.
  const sent = new Request('http://localhost/mcp', { method: 'POST', headers, body: bodyText(request) });
  const response = await handler.fetch(sent, authInfo && { authInfo });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

/**
 * Creates the 403 response to a web page of a different origin, which the MCP specification requires
 * ("Transports"). `advice` tells the developer of the page how to send requests instead.
 */
export function originRefusal(advice: string): ApiAnswer {
  const message = `Pages of this origin cannot send requests. ${advice}`;
  return {
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }),
  };
}
