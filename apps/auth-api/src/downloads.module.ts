import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AuthApiSettings } from '@storewright/config';
import type { FastifyInstance } from 'fastify';

const FOLDER = Symbol('downloads folder');

/** Folder of packages, beside the folder of the built services. */
const builtFolder = resolve(__dirname, '../../downloads');

/**
 * Serves packages for app developers at `/downloads` without authentication. Installing them therefore needs
 * no registry, in which somebody else could own the package name. The build creates the files.
 */
@Module({})
export class DownloadsModule implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    @Inject(FOLDER) private readonly folder: string,
  ) {}

  static with({ downloadsFolder }: Pick<AuthApiSettings, 'downloadsFolder'>): DynamicModule {
    return {
      module: DownloadsModule,
      providers: [{ provide: FOLDER, useValue: resolve(downloadsFolder ?? builtFolder) }],
    };
  }

  onModuleInit(): void {
    if (!existsSync(this.folder)) return;
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register(fastifyStatic, {
      root: this.folder,
      prefix: '/downloads/',
      decorateReply: false,
      // Registers a route only for each existing file.
      wildcard: false,
      index: false,
      cacheControl: false,
      // Makes caches revalidate the file, because an update replaces the file at the same URL.
      setHeaders: (reply) => {
        reply.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
      },
    });
  }
}
