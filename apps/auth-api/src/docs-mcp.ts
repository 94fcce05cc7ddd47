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

/** Time in milliseconds for which a client can keep the list of tools. */
const LIST_TTL_MS = 3_600_000;
/** Maximum size of a request body in bytes. */
const MAX_BODY_BYTES = 16 * 1024;

const originRefused = originRefusal('Send requests from a program, which sends no Origin.');

/**
 * The MCP server of the documentation at `{auth_url}/mcp`: streamable HTTP without sessions and without credentials,
 * because its pages are public. The MCP servers of shops are at `{base_url}/mcp`.
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
      instructions: 'The documentation of Storewright for developers of apps and for operators.',
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
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${shown(name)}".`);
    return tool.call(library, given);
  });
  return server;
}
