import { Injectable } from '@nestjs/common';
import { type ApiDocument, type Tool, toolsOf } from '@storewright/mcp-tools';
import type { Exchange } from './exchange';

/** Cache time of the OpenAPI document in milliseconds, equal to its Cache-Control header. */
const MAX_AGE_MS = 300_000;

interface Catalog {
  tools: readonly Tool[];
  etag: string;
  readAt: number;
}

/** MCP tools that are generated from the OpenAPI document of the running shop API. */
@Injectable()
export class ToolCatalog {
  private catalog?: Catalog;

  /**
   * Returns the MCP tools. If `isHostUnknown` is true, requests the OpenAPI document again, because that
   * request fails with 404 on a host without a shop.
   */
  async tools(exchange: Pick<Exchange, 'read'>, { isHostUnknown = false } = {}): Promise<readonly Tool[]> {
    const { catalog } = this;
    if (catalog && !isHostUnknown && Date.now() - catalog.readAt < MAX_AGE_MS) return catalog.tools;
    const { status, headers, body } = await exchange.read('/api/openapi.json', {
      ...(catalog && { 'if-none-match': catalog.etag }),
    });
    const readAt = Date.now();
    const isUnchanged = status === 304 && catalog !== undefined;
    this.catalog = isUnchanged
      ? { ...catalog, readAt }
      : { tools: toolsOf(JSON.parse(body) as ApiDocument), etag: headers['etag'] ?? '', readAt };
    return this.catalog.tools;
  }
}
