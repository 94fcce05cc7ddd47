import { resolve } from 'node:path';
import { type DynamicModule, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AuthApiSettings } from '@storewright/config';
import type { FastifyInstance } from 'fastify';
import { DocsLibrary } from './docs-library';
import { DocsMcp } from './docs-mcp';
import { DocsSite } from './docs-site';
import { ErrorCodesController } from './error-codes.controller';

const builtFolder = resolve(__dirname, '../docs-site');

@Module({ controllers: [ErrorCodesController] })
export class DocsSiteModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly site: DocsSite,
    private readonly mcp: DocsMcp,
  ) {}

  static with({
    authUrl,
    docsFolder,
    shopUrl,
  }: Pick<AuthApiSettings, 'authUrl' | 'docsFolder' | 'shopUrl'>): DynamicModule {
    const site = new DocsSite(resolve(docsFolder ?? builtFolder), shopUrl);
    const mcp = new DocsMcp(new DocsLibrary(site), authUrl);
    const providers = [
      { provide: DocsSite, useValue: site },
      { provide: DocsMcp, useValue: mcp },
    ];
    return { module: DocsSiteModule, providers };
  }

  onModuleInit(): void {
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    this.site.serve(fastify);
    this.mcp.serve(fastify);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.mcp.close();
  }
}
