import { isTiming, timed } from './server-timing';
import type { Attributes, Context, Span, SpanKind, Tracer } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

export interface Tracing {
  api: Api;
  tracer: Tracer;
}

/** Copies the values of `SpanKind`, because importing the enum would load the OpenTelemetry package. */
const SpanKinds = {
  server: 1 satisfies SpanKind.SERVER,
  client: 2 satisfies SpanKind.CLIENT,
  producer: 3 satisfies SpanKind.PRODUCER,
};

let tracing: Tracing | undefined;

export function useTracing(given: Tracing | undefined): void {
  tracing = given;
}

export function isTracing(): boolean {
  return tracing !== undefined;
}

export type TraceAttributes = Attributes;

/**
 * Runs the work in a child of the current tracing span, if one exists. Attributes must not contain secrets or
 * client input.
 */
export function traced<T>(name: string, attributes: TraceAttributes | undefined, work: () => T): T {
  if (isTiming()) return timed(name, () => inTrace(name, { attributes: attributes ?? {} }, work));
  if (!tracing) return work();
  return inTrace(name, { attributes: attributes ?? {} }, work);
}

/** Runs a call to an external system, such as a database, in a tracing span of kind client. */
export function tracedCall<T>(name: string, attributes: TraceAttributes, work: () => T): T {
  const kind = SpanKinds.client;
  if (isTiming()) return timed('db', () => inTrace(name, { attributes, kind }, work));
  return inTrace(name, { attributes, kind }, work);
}

/**
 * Runs a database statement in a tracing span. The name of the span is the first word of the statement's name
 * or SQL text, because the remaining text can contain values.
 */
export function tracedStatement<T>({ name, text = '' }: { name?: string; text?: string }, send: () => T): T {
  if (!isTracing() && !isTiming()) return send();
  return tracedCall((name ?? text).split(/\s/, 1)[0]!, { 'db.system.name': 'postgresql' }, send);
}

export function annotate(attributes: TraceAttributes): void {
  tracing?.api.trace.getActiveSpan()?.setAttributes(attributes);
}

/**
 * Returns the header `traceparent` of an outgoing request (W3C Trace Context) for the current tracing span.
 */
export function traceparent(): string | undefined {
  if (!tracing) return undefined;
  const carrier: { traceparent?: string } = {};
  tracing.api.propagation.inject(tracing.api.context.active(), carrier);
  return carrier.traceparent;
}

export interface TraceIds {
  trace_id: string;
  span_id: string;
}

export function traceIds(): TraceIds | undefined {
  return idsOf(tracing?.api.trace.getActiveSpan());
}

/**
 * Processes a message in a tracing span that continues the trace in `traceparent`. Starts a new trace if
 * `traceparent` is absent.
 */
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

export class RequestTrace {
  private readonly span: Span;
  private readonly context: Context;

  private constructor({ api, tracer }: Tracing, method: string, traceparent: string | undefined) {
    const caller = api.propagation.extract(api.ROOT_CONTEXT, { traceparent });
    const attributes = { 'http.request.method': method };
    this.span = tracer.startSpan(method, { kind: SpanKinds.server, attributes }, caller);
    this.context = api.trace.setSpan(caller, this.span);
  }

  /** Starts the tracing span of a request. Call this method only if tracing is enabled. */
  static begin(method: string, traceparent: unknown): RequestTrace {
    return new RequestTrace(tracing!, method, typeof traceparent === 'string' ? traceparent : undefined);
  }

  get ids(): TraceIds {
    return idsOf(this.span)!;
  }

  run(work: () => void): void {
    tracing!.api.context.with(this.context, work);
  }

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
      // Marks the tracing span as failed if the promise rejects. The caller handles the rejection.
      result.catch((error: unknown) => fail(span, error));
      return ended as T;
    } catch (error) {
      fail(span, error);
      span.end();
      throw error;
    }
  });
}

/** Records only the class of the error, because the error message can contain client input. */
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
