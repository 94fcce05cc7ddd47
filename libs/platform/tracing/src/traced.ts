import { isTiming, timed } from './server-timing';
import type { Attributes, Context, Span, SpanKind, Tracer } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** What is there where traces are wanted (start-tracing.ts). */
export interface Tracing {
  api: Api;
  tracer: Tracer;
}

/** Of `SpanKind`, whose package is loaded only where traces are wanted. */
const SpanKinds = {
  server: 1 satisfies SpanKind.SERVER,
  client: 2 satisfies SpanKind.CLIENT,
  producer: 3 satisfies SpanKind.PRODUCER,
};

let tracing: Tracing | undefined;

export function useTracing(given: Tracing | undefined): void {
  tracing = given;
}

/** Whether traces are wanted: a look at a variable, so what stands behind it costs nothing where they are not. */
export function isTracing(): boolean {
  return tracing !== undefined;
}

export type TraceAttributes = Attributes;

/** Runs the work in a span of this name, within a trace; where there is none, it is only run. Attributes hold no secret and nothing that a client made up. */
export function traced<T>(name: string, attributes: TraceAttributes | undefined, work: () => T): T {
  if (isTiming()) return timed(name, () => inTrace(name, { attributes: attributes ?? {} }, work));
  if (!tracing) return work();
  return inTrace(name, { attributes: attributes ?? {} }, work);
}

/** The same of a message to somebody else: a statement. */
export function tracedCall<T>(name: string, attributes: TraceAttributes, work: () => T): T {
  const kind = SpanKinds.client;
  if (isTiming()) return timed('db', () => inTrace(name, { attributes, kind }, work));
  return inTrace(name, { attributes, kind }, work);
}

/** Adds to the span that is open. */
export function annotate(attributes: TraceAttributes): void {
  tracing?.api.trace.getActiveSpan()?.setAttributes(attributes);
}

/** `traceparent` of the span that is open (W3C Trace Context): what is sent on its behalf bears it. */
export function traceparent(): string | undefined {
  if (!tracing) return undefined;
  const carrier: { traceparent?: string } = {};
  tracing.api.propagation.inject(tracing.api.context.active(), carrier);
  return carrier.traceparent;
}

/** Of a log line. */
export interface TraceIds {
  trace_id: string;
  span_id: string;
}

/** Of the span that is open. */
export function traceIds(): TraceIds | undefined {
  return idsOf(tracing?.api.trace.getActiveSpan());
}

/** A message that goes out on behalf of an earlier request: a part of the trace that `traceparent` names, or a trace of its own. */
export function tracedMessage<T>(
  name: string,
  of: TraceAttributes & { traceparent: string | undefined },
  work: () => T,
): T {
  if (!tracing) return work();
  const { traceparent, ...attributes } = of;
  const { context, propagation, ROOT_CONTEXT } = tracing.api;
  const options = { attributes, kind: SpanKinds.producer };
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), () => inSpan(name, options, work));
}

/** The span of a request, which begins in one callback and goes on in others. */
export class RequestTrace {
  private readonly span: Span;
  private readonly context: Context;

  private constructor({ api, tracer }: Tracing, method: string, traceparent: string | undefined) {
    const caller = api.propagation.extract(api.ROOT_CONTEXT, { traceparent });
    const attributes = { 'http.request.method': method };
    this.span = tracer.startSpan(method, { kind: SpanKinds.server, attributes }, caller);
    this.context = api.trace.setSpan(caller, this.span);
  }

  /** Only where traces are wanted. */
  static begin(method: string, traceparent: unknown): RequestTrace {
    return new RequestTrace(tracing!, method, typeof traceparent === 'string' ? traceparent : undefined);
  }

  get ids(): TraceIds {
    return idsOf(this.span)!;
  }

  /** What the work calls is in the trace. */
  run(work: () => void): void {
    tracing!.api.context.with(this.context, work);
  }

  /** `route`: the pattern. */
  end(name: string, attributes: TraceAttributes, failed: boolean): void {
    this.span.updateName(name);
    this.span.setAttributes(attributes);
    if (failed) this.span.setStatus({ code: 2 });
    this.span.end();
  }
}

function inTrace<T>(name: string, options: SpanOptions, work: () => T): T {
  return tracing?.api.trace.getActiveSpan() ? inSpan(name, options, work) : work();
}

interface SpanOptions {
  attributes: Attributes;
  kind?: SpanKind;
}

function inSpan<T>(name: string, options: SpanOptions, work: () => T): T {
  return tracing!.tracer.startActiveSpan(name, options, (span) => {
    try {
      const result = work();
      if (!(result instanceof Promise)) {
        span.end();
        return result;
      }
      const ended = result.finally(() => span.end());
      // Whoever gets the result is told of its error; this is no second one to look after.
      result.catch((error: unknown) => fail(span, error));
      return ended as T;
    } catch (error) {
      fail(span, error);
      span.end();
      throw error;
    }
  });
}

/** Its kind alone: messages repeat what a client sent. */
function fail(span: Span, error: unknown): void {
  const { code, name = 'unknown' } = (error ?? {}) as { code?: unknown; name?: string };
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
  span.setStatus({ code: 2 });
}

function idsOf(span: Span | undefined): TraceIds | undefined {
  if (!span) return undefined;
  const { traceId: trace_id, spanId: span_id } = span.spanContext();
  return { trace_id, span_id };
}
