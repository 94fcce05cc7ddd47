import { startTracing } from './start-tracing';
import { annotate, isTracing, traced, tracedCall, traceIds, tracedMessage, traceparent } from './traced';

const service = { name: 'spec', version: undefined };
const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:9';

describe('tracing without an OpenTelemetry collector', () => {
  it.each([
    {},
    { OTEL_SERVICE_NAME: 'shop' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
  ])('creates no tracing spans with the environment variables %j', async (environment) => {
    await (
      await startTracing(environment, service)
    )();
    expect(isTracing()).toBe(false);
  });

  it('runs the work of a span and returns the result of the work', async () => {
    const error = new Error('as it was');
    expect(traced('a', undefined, () => 1)).toBe(1);
    expect(await tracedCall('b', {}, async () => 2)).toBe(2);
    expect(tracedMessage('c', { traceparent: 'x' }, () => 3)).toBe(3);
    expect(() =>
      traced('d', undefined, () => {
        throw error;
      }),
    ).toThrow(error);
    annotate({ nobody: 'hears' });
    expect([traceparent(), traceIds()]).toEqual([undefined, undefined]);
  });
});

describe('startTracing with invalid environment variables', () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf.',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'zipkin' },
      'OTEL_TRACES_EXPORTER must be otlp or none.',
    ],
  ])('throws for the environment variables %j: %s', async (environment, message) => {
    await expect(startTracing(environment, service)).rejects.toThrow(message);
  });
});

describe('tracing with an OpenTelemetry collector', () => {
  let end: () => Promise<void>;
  beforeAll(async () => {
    end = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT }, service);
  });
  afterAll(() => end());

  it('continues the trace of a received message', async () => {
    const trace = 'a'.repeat(32);
    const seen = await tracedMessage(
      'webhook',
      { traceparent: `00-${trace}-${'b'.repeat(16)}-01` },
      async () => {
        const outer = traceIds()!;
        const inner = await tracedCall('statement', {}, async () => traceIds()!);
        return { outer, inner, traceparent: traceparent() };
      },
    );
    expect([seen.outer.trace_id, seen.inner.trace_id]).toEqual([trace, trace]);
    expect(seen.inner.span_id).not.toBe(seen.outer.span_id);
    expect(seen.traceparent).toBe(`00-${trace}-${seen.outer.span_id}-01`);
  });

  it('creates no span without a current trace, and rethrows errors of the work', async () => {
    expect(traced('alone', undefined, () => traceIds())).toBeUndefined();
    const error = new Error('as it was');
    const failing = tracedMessage('webhook', { traceparent: 'no traceparent' }, () =>
      traced('inner', undefined, async () => Promise.reject(error)),
    );
    await expect(failing).rejects.toBe(error);
  });
});
