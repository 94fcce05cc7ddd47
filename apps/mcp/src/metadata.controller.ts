import { Controller, Get, Inject, Req } from '@nestjs/common';
import { Public } from '@storewright/access';
import type { Render } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { Exchange, Refused } from './exchange';
import { METADATA_PATH, protectedResource } from './protected-resource';
import type { McpSettings } from './settings';
import { callerHeaders, MCP_SETTINGS, ShopApi } from './shop-api';
import { ToolCatalog } from './tool-catalog';

/**
 * Serves the protected resource metadata of the MCP endpoint, which refers agents to the auth API (RFC 9728
 * §3).
 */
@Controller(METADATA_PATH)
export class MetadataController {
  constructor(
    private readonly api: ShopApi,
    private readonly catalog: ToolCatalog,
    @Inject(MCP_SETTINGS) private readonly settings: Pick<McpSettings, 'authUrl'>,
  ) {}

  @Get()
  @Public('agents read the metadata before they have a token')
  ofHost(@Req() request: FastifyRequest): Promise<Render> {
    return this.metadata(request);
  }

  @Get('mcp')
  @Public('agents read the metadata before they have a token')
  ofEndpoint(@Req() request: FastifyRequest): Promise<Render> {
    return this.metadata(request);
  }

  private async metadata(request: FastifyRequest): Promise<Render> {
    const exchange = new Exchange(this.api, callerHeaders(request));
    try {
      // The shop API request for the tools also checks that the host belongs to a shop.
      const tools = await this.catalog.tools(exchange, { isHostUnknown: true });
      const body = JSON.stringify(protectedResource(request, tools, this.settings.authUrl));
      return () => ({ headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' }, body });
    } catch (error) {
      if (!(error instanceof Refused) || !exchange.refusal) throw error;
      const { status, headers, body } = exchange.refusal;
      return () => ({
        status,
        headers: { 'content-type': headers['content-type'] ?? 'application/json' },
        body,
      });
    }
  }
}
