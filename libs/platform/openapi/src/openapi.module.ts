import { createHash } from 'node:crypto';
import { Controller, type DynamicModule, Get, Inject, Module } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { handledRoutes, Public } from '@storewright/access';
import { anyObjectSchema, NoQuery, Operation, type Render } from '@storewright/json-api';
import { openapiDocument } from './openapi-document';
import type { ApiDescription } from './route';

const API_DESCRIPTION = Symbol('description of the API');

/** Serves the OpenAPI document, which is created on the first request. */
@Controller('api/openapi.json')
export class OpenapiController {
  private made?: { body: string; etag: string };

  constructor(
    private readonly modules: ModulesContainer,
    @Inject(API_DESCRIPTION) private readonly description: ApiDescription,
  ) {}

  @Get()
  @Public('it contains only public information')
  @Operation({
    id: 'getOpenapi',
    summary: 'This document',
    answers: [{ shows: 'content', mediaType: 'application/json', schema: anyObjectSchema }],
    etag: true,
  })
  document(@NoQuery() _query: void): Render {
    const { body, etag } = (this.made ??= this.make());
    const headers = { 'content-type': 'application/json', etag, 'cache-control': 'public, max-age=300' };
    return () => ({ headers, body });
  }

  private make(): { body: string; etag: string } {
    const body = JSON.stringify(openapiDocument(this.description, handledRoutes(this.modules)));
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  }
}

@Module({})
export class OpenapiModule {
  static forRoot(description: ApiDescription): DynamicModule {
    return {
      module: OpenapiModule,
      controllers: [OpenapiController],
      providers: [{ provide: API_DESCRIPTION, useValue: description }],
    };
  }
}
