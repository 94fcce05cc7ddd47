import { RequestTimings, runTimed, useTimings } from '@storewright/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface TimedRequest extends FastifyRequest {
  timings?: RequestTimings;
}

/**
 * Adds the header Server-Timing to responses. Only for development, because the times reveal whether a token
 * or an object exists.
 */
export function addServerTiming(fastify: FastifyInstance): void {
  useTimings(true);
  fastify.decorateRequest('timings', undefined);
  fastify.addHook('preHandler', (request: TimedRequest, _reply, done) => {
    request.timings = new RequestTimings();
    runTimed(request.timings, done);
  });
  fastify.addHook('onSend', (request: TimedRequest, reply, _payload, done) => {
    const { timings } = request;
    if (timings) {
      timings.add('total', reply.elapsedTime);
      void reply.header('server-timing', timings.toString());
    }
    done();
  });
  fastify.addHook('onClose', async () => useTimings(false));
}
