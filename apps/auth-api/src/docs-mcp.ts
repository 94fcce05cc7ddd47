import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server';
import { shown } from '@storewright/json-api';
import { originRefusal, protocolAnswer } from '@storewright/mcp-tools';
import type { FastifyInstance } from 'fastify';
import type { DocsLibrary } from './docs-library';
import { docsTools } from './docs-tools';

/** Time in milliseconds for which MCP clients can cache the list of tools. */
const LIST_TTL_MS = 3_600_000;
const MAX_BODY_BYTES = 16 * 1024;

const originRefused = originRefusal('Send the request from a program that sends no Origin header.');

/**
 * The MCP server for the documentation at `{auth_url}/mcp`. Uses streamable HTTP without sessions or
 * credentials, because the pages are public.
 */
export class DocsMcp {
  private readonly handler = createMcpHandler(() => docsServer(this.library), {
    maxSubscriptions: 0,
    maxRequestBodySize: MAX_BODY_BYTES,
  });

  constructor(
    private readonly library: DocsLibrary,
    private readonly authUrl: string,
  ) {}

  serve(fastify: FastifyInstance): void {
    const ownOrigin = new URL(this.authUrl).origin;
    fastify.post('/mcp', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const { origin } = request.headers;
      const isOther = origin !== undefined && origin !== ownOrigin;
      const { status, headers, body } = isOther ? originRefused : await protocolAnswer(this.handler, request);
      return reply
        .code(status)
        .headers({
          'content-type': headers['content-type'] ?? 'application/json',
          'cache-control': 'no-store',
        })
        .send(body);
    });
  }

  async close(): Promise<void> {
    await this.handler.close();
  }
}

function docsServer(library: DocsLibrary): Server {
  const server = new Server(
    {
      name: 'storewright-docs',
      title: 'Storewright documentation',
      version: process.env.STOREWRIGHT_VERSION ?? '0.0.0',
    },
    {
      capabilities: { tools: {} },
      instructions: 'Storewright documentation for app developers, shop owners, operators and contributors.',
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
    },
  );
  const annotations = { readOnlyHint: true, openWorldHint: false };
  server.setRequestHandler('tools/list', async () => ({
    tools: docsTools.map(({ call: _call, inputSchema, ...tool }) => ({
      ...tool,
      inputSchema: inputSchema as object as ListedTool['inputSchema'],
      annotations,
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }) => {
    const tool = docsTools.find((each) => each.name === name);
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `The tool "${shown(name)}" does not exist. Use a tool from tools/list.`,
      );
    return tool.call(library, given);
  });
  return server;
}
