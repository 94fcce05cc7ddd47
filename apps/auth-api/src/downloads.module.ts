import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AuthApiSettings } from '@storewright/config';
import type { FastifyInstance } from 'fastify';

const FOLDER = Symbol('downloads folder');

/** Beside the folder of the built services. */
const builtFolder = resolve(__dirname, '../../downloads');

/**
 * `/downloads`: the packages for developers of apps, so that installing them needs no registry and no name that somebody else may own there. Files that the
 * build made, for everybody.
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
      // A route for each file that is there, and for nothing else.
      wildcard: false,
      index: false,
      cacheControl: false,
      // The same address has the next version after an update.
      setHeaders: (reply) => {
        reply.headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
      },
    });
  }
}
