import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { JsonApiErrorFilter } from '@storewright/json-api';
import { McpController } from './mcp.controller';
import { MetadataController } from './metadata.controller';
import type { McpSettings } from './settings';
import { MCP_SETTINGS, ShopApi } from './shop-api';
import { ToolCatalog } from './tool-catalog';

/** Nest module of the MCP server. The server has no database, because all data comes from the shop API. */
@Module({})
export class McpModule {
  static with(settings: McpSettings): DynamicModule {
    return {
      module: McpModule,
      controllers: [McpController, MetadataController],
      providers: [
        ShopApi,
        ToolCatalog,
        { provide: MCP_SETTINGS, useValue: settings },
        { provide: APP_FILTER, useValue: new JsonApiErrorFilter(settings.docsUrl) },
      ],
    };
  }
}
