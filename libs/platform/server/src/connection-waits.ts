import { ConnectionWaits } from '@storewright/database';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface WaitingRequest extends FastifyRequest {
  connectionWaits?: ConnectionWaits;
}

/** All waits of a request for database connections have one limit, until its response begins. */
export function limitConnectionWaits(fastify: FastifyInstance): void {
  fastify.decorateRequest('connectionWaits', undefined);
  fastify.addHook('preHandler', (request: WaitingRequest, _reply, done) => {
    request.connectionWaits = new ConnectionWaits();
    request.connectionWaits.run(done);
  });
  fastify.addHook('onSend', (request: WaitingRequest, _reply, _payload, done) => {
    request.connectionWaits?.close();
    done();
  });
}
