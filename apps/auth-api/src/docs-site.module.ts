import { resolve } from 'node:path';
import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AuthApiSettings } from '@storewright/config';
import type { FastifyInstance } from 'fastify';
import { DocsSite } from './docs-site';
import { ErrorCodesController } from './error-codes.controller';

/** Folder to which the build copies the site, beside this program. */
const builtFolder = resolve(__dirname, '../docs-site');

/** Serves the built documentation site below `/docs` without authentication. */
@Module({ controllers: [ErrorCodesController] })
export class DocsSiteModule implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly site: DocsSite,
  ) {}

  static with({ docsFolder, shopUrl }: Pick<AuthApiSettings, 'docsFolder' | 'shopUrl'>): DynamicModule {
    const site = new DocsSite(resolve(docsFolder ?? builtFolder), shopUrl);
    return { module: DocsSiteModule, providers: [{ provide: DocsSite, useValue: site }] };
  }

  onModuleInit(): void {
    this.site.serve(this.http.httpAdapter.getInstance<FastifyInstance>());
  }
}
