import { type DynamicModule, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import { MAX_UPLOAD_BYTES } from '@storewright/images';
import { JsonApiErrorFilter } from '@storewright/json-api';
import type { FastifyInstance } from 'fastify';
import { servePages } from './pages';
import { passOn } from './proxy';
import type { AdminServerSettings } from './settings';

/** Maximum size of an imported CSV file in bytes. Must equal the limit of the shop API. */
const MAX_CSV_BYTES = 50_000_000;

const SETTINGS = Symbol('admin server settings');

/**
 * Serves the panel and both APIs from one origin, so that the session cookie is host-only and CORS is not needed:
 *
 * - `/admin/api/…` and the grant form → the auth API
 * - `/api/…` → the shop API, which resolves the shop from the host
 * - `/admin/…` → the panel's files, and index.html at the URL of every screen
 */
@Module({})
export class PanelModule implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    @Inject(SETTINGS) private readonly settings: AdminServerSettings,
  ) {}

  static with(settings: AdminServerSettings): DynamicModule {
    return {
      module: PanelModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: APP_FILTER, useValue: new JsonApiErrorFilter(settings.docsUrl) },
      ],
    };
  }

  onModuleInit(): void {
    const { authApiUrl, shopApiUrl, bodyLimit, folder, shopUrl, authUrl } = this.settings;
    const fastify = this.http.httpAdapter.getInstance<FastifyInstance>();
    passOn(fastify, { to: authApiUrl, below: '/admin', bodyLimit: MAX_UPLOAD_BYTES }, (route) => {
      route('/admin/api/shops/:shop_id/logo', ['PUT']);
    });
    passOn(fastify, { to: authApiUrl, below: '/admin', bodyLimit }, (route) => {
      route('/admin/api');
      route('/admin/api/*');
      route('/admin/oauth/grants', ['POST']);
    });
    passOn(fastify, { to: shopApiUrl, below: '', bodyLimit: MAX_UPLOAD_BYTES }, (route) => {
      route('/api/image_files', ['POST']);
    });
    passOn(fastify, { to: shopApiUrl, below: '', bodyLimit: MAX_CSV_BYTES }, (route) => {
      route('/api/imports/products', ['POST']);
      route('/api/imports/inventory', ['POST']);
    });
    passOn(fastify, { to: shopApiUrl, below: '', bodyLimit }, (route) => {
      route('/api');
      route('/api/*');
    });
    servePages(fastify, { folder, shopUrl, authUrl });
  }
}
