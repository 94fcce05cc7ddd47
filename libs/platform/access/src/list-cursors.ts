import type { Provider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { pathOf, SealedCursors } from '@storewright/json-api';
import type { SealingKeys } from '@storewright/tokens';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SEALING_KEYS } from './token.guard';

/**
 * Provides encrypted pagination cursors. A cursor is valid only for the shop or person that `ownerOf` returns
 * for the request.
 */
export function listCursors<R extends FastifyRequest>(ownerOf: (request: R) => string): Provider {
  return {
    provide: SealedCursors,
    inject: [HttpAdapterHost, SEALING_KEYS],
    useFactory: ({ httpAdapter }: HttpAdapterHost, keys: SealingKeys) => {
      const cursors = new SealedCursors(keys);
      // Adds `cursorsOf` to the Fastify server, because parameter decorators cannot inject providers.
      httpAdapter
        ?.getInstance<FastifyInstance>()
        .decorate('cursorsOf', (request) => cursors.of(ownerOf(request as R), pathOf(request)));
      return cursors;
    },
  };
}
