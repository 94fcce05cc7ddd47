import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AuthApiSettings } from '@storewright/config';
import { AuthDatabase } from '@storewright/database';
import type { FastifyInstance } from 'fastify';
import { StoredPackages } from './stored-packages';

const FOLDER = Symbol('downloads folder');

const PREFIX = '/downloads/';

/** Caches must revalidate downloads, because a platform update replaces the file at the same URL. */
const headers = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  vary: 'pacote-integrity',
};

const builtFolder = resolve(__dirname, '../../downloads');

/**
 * Serves npm packages for app developers at `/downloads` without authentication. Developers do not need a
 * public registry, where a stranger could own the package name.
 */
@Module({})
export class DownloadsModule implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly database: AuthDatabase,
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
    const packages = new StoredPackages(this.database, this.folder);
    void fastify.register(async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        const integrity = request.headers['pacote-integrity'];
        const name = request.url.split('?', 1)[0]!.slice(PREFIX.length);
        const bytes = await packages.olderPackage(name, integrity?.toString());
        if (bytes) return reply.headers(headers).type('application/gzip').send(bytes);
      });
      await scope.register(fastifyStatic, {
        root: this.folder,
        prefix: PREFIX,
        decorateReply: false,
        // Registers routes only for the files that exist when the service starts.
        wildcard: false,
        index: false,
        cacheControl: false,
        setHeaders: (reply) => void reply.headers(headers),
      });
    });
  }
}
