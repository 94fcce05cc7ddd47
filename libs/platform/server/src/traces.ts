import { RequestTrace, type TraceIds } from '@storewright/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isProbe } from './admission-controller';

interface TracedRequest extends FastifyRequest {
  trace?: RequestTrace;
}

/** Returns the trace id and span id of the request, or undefined if tracing is disabled. */
export function traceIdsOf(request: FastifyRequest): TraceIds | undefined {
  return (request as TracedRequest).trace?.ids;
}

/**
 * Creates a tracing span for each request. If the request has the header `traceparent` (W3C Trace Context),
 * the span belongs to the trace of the caller.
 */
export function addTraces(fastify: FastifyInstance): void {
  fastify.decorateRequest('trace', undefined);
  fastify.addHook('onRequest', (request: TracedRequest, reply, done) => {
    if (isProbe(request)) return done();
    const trace = RequestTrace.begin(request.method, request.headers.traceparent);
    request.trace = trace;
    // Ends the tracing span on `close`, which Node also emits if the client disconnects early.
    reply.raw.once('close', () => end(trace, request, reply.raw.statusCode));
    trace.run(done);
  });
  // Restores the trace context of a request. It is lost when the request body arrives in a socket callback,
  // and when the request queue starts the request in the callback of another request.
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
