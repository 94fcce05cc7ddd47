import type { Provider } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { pathOf, SealedCursors } from '@storewright/json-api';
import type { SealingKeys } from '@storewright/tokens';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SEALING_KEYS } from './token.guard';

/** The cursors of the service's lists. `ownerOf`: whose list a request reads; with another's, its cursors are refused. */
export function listCursors<R extends FastifyRequest>(ownerOf: (request: R) => string): Provider {
  return {
    provide: SealedCursors,
    inject: [HttpAdapterHost, SEALING_KEYS],
    useFactory: ({ httpAdapter }: HttpAdapterHost, keys: SealingKeys) => {
      const cursors = new SealedCursors(keys);
      // Parameter decorators know the request alone, and through it the server.
      httpAdapter
        ?.getInstance<FastifyInstance>()
        .decorate('cursorsOf', (request) => cursors.of(ownerOf(request as R), pathOf(request)));
      return cursors;
    },
  };
}
