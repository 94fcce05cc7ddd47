import { RequestTrace, type TraceIds } from '@storewright/tracing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isProbe } from './admission-controller';

interface TracedRequest extends FastifyRequest {
  trace?: RequestTrace;
}

/** Returns the ids of the request's span, if tracing is on. */
export function traceIdsOf(request: FastifyRequest): TraceIds | undefined {
  return (request as TracedRequest).trace?.ids;
}

/**
 * Traces each request as a span, within the trace of the caller if it sends `traceparent` (W3C Trace Context).
 */
export function addTraces(fastify: FastifyInstance): void {
  fastify.decorateRequest('trace', undefined);
  fastify.addHook('onRequest', (request: TracedRequest, reply, done) => {
    if (isProbe(request)) return done();
    const trace = RequestTrace.begin(request.method, request.headers.traceparent);
    request.trace = trace;
    // Ends the span even if the client disconnects early.
    reply.raw.once('close', () => end(trace, request, reply.raw.statusCode));
    trace.run(done);
  });
  // Restores the trace context, because bodies arrive in socket callbacks, and the queue starts requests in
  // callbacks of other requests.
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
