import { RequestTrace, type TraceIds } from '@storewright/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isProbe } from './admission-controller';

interface TracedRequest extends FastifyRequest {
  trace?: RequestTrace;
}

/** Returns the trace and span id of the request. Returns undefined if tracing is disabled. */
export function traceIdsOf(request: FastifyRequest): TraceIds | undefined {
  return (request as TracedRequest).trace?.ids;
}

/**
 * Creates a tracing span per request. The span belongs to the caller's trace if the request has the header
 * `traceparent` (W3C Trace Context).
 */
export function addTraces(fastify: FastifyInstance): void {
  fastify.decorateRequest('trace', undefined);
  fastify.addHook('onRequest', (request: TracedRequest, reply, done) => {
    if (isProbe(request)) return done();
    const trace = RequestTrace.begin(request.method, request.headers.traceparent);
    request.trace = trace;
    // Ends the span on `close`, which is also emitted if the client disconnects early.
    reply.raw.once('close', () => end(trace, request, reply.raw.statusCode));
    trace.run(done);
  });
  // Restores the trace context. It is lost because request bodies arrive in socket callbacks, and the admission
  // queue starts requests in callbacks of different requests.
  fastify.addHook('preHandler', (request: TracedRequest, _reply, done) => {
    if (request.trace) request.trace.run(done);
    else done();
  });
}

function end(trace: RequestTrace, request: FastifyRequest, status: number): void {
  const { id, method, routeOptions } = request;
  const route = routeOptions.url;
  const name = route ? `${method} ${route}` : method;
  const attributes = { 'http.response.status_code': status, 'storewright.request_id': id };
  trace.end(name, { ...attributes, ...(route && { 'http.route': route }) }, status >= 500);
}
