import { Injectable } from '@nestjs/common';
import { type ApiDocument, type Tool, toolsOf } from '@storewright/mcp-tools';
import type { Exchange } from './exchange';

/** Time in milliseconds after which the OpenAPI document is requested again, as its Cache-Control permits. */
const MAX_AGE_MS = 300_000;

interface Catalog {
  tools: readonly Tool[];
  etag: string;
  readAt: number;
}

/** The tools of the shop API. They follow the OpenAPI document of the running service. */
@Injectable()
export class ToolCatalog {
  private catalog?: Catalog;

  /**
   * Returns the tools. An exchange reads the document because the host of its request must be the host of a shop. With
   * `isHostUnknown` the exchange always sends the request, which fails on a host without a shop.
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
