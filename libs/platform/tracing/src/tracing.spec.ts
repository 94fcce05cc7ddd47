import { startTracing } from './start-tracing';
import { annotate, isTracing, traced, tracedCall, traceIds, tracedMessage, traceparent } from './traced';

const service = { name: 'spec', version: undefined };
const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:9';

describe('without a collector', () => {
  it.each([
    {},
    { OTEL_SERVICE_NAME: 'shop' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
  ])('nothing is traced: %j', async (environment) => {
    await (
      await startTracing(environment, service)
    )();
    expect(isTracing()).toBe(false);
  });

  it('the work is run as it is, and gives what it gives', async () => {
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

describe('what is wrong is said', () => {
  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is an address'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL is http/protobuf.',
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'zipkin' },
      'OTEL_TRACES_EXPORTER is otlp or none.',
    ],
  ])('%j: %s', async (environment, message) => {
    await expect(startTracing(environment, service)).rejects.toThrow(message);
  });
});

describe('with a collector', () => {
  let end: () => Promise<void>;
  beforeAll(async () => {
    end = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT }, service);
  });
  afterAll(() => end());

  it('a message goes on with the trace that it comes from, and what it does is within it', async () => {
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

  it('what belongs to no trace begins none, and an error comes out as it was', async () => {
    expect(traced('alone', undefined, () => traceIds())).toBeUndefined();
    const error = new Error('as it was');
    const failing = tracedMessage('webhook', { traceparent: 'no traceparent' }, () =>
      traced('inner', undefined, async () => Promise.reject(error)),
    );
    await expect(failing).rejects.toBe(error);
  });
});
