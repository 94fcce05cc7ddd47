import { SettingsError } from '@storewright/config';
import { useTracing } from './traced';

type Environment = Readonly<Record<string, string | undefined>>;

/** Maximum time in milliseconds to export the last tracing spans before the process exits. */
const MAX_EXPORT_DELAY_MS = 3_000;

/**
 * Starts the export of tracing spans according to the OpenTelemetry variables, such as
 * OTEL_EXPORTER_OTLP_ENDPOINT. Loads no OpenTelemetry packages if no variable is set. Returns a function that
 * stops the export.
 */
export async function startTracing(
  environment: Environment,
  service: { name: string; version: string | undefined },
): Promise<() => Promise<void>> {
  if (!isWanted(environment)) return () => Promise.resolve();
  const [api, sdk, exporter, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
  ]);
  const { name, version } = service;
  const own = { 'service.name': name, ...(version && { 'service.version': version }) };
  const provider = new sdk.NodeTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes(own))
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  });
  provider.register();
  useTracing({ api, tracer: api.trace.getTracer('storewright') });
  return async () => {
    useTracing(undefined);
    const late = new Promise<void>((resolve) => setTimeout(resolve, MAX_EXPORT_DELAY_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
    for (const each of [api.trace, api.context, api.propagation]) each.disable();
  };
}

function isWanted(environment: Environment): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = environment;
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter = 'otlp' } = environment;
  if (!(own || all) || disabled?.toLowerCase() === 'true' || exporter === 'none') return false;
  const protocol =
    environment['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || environment['OTEL_EXPORTER_OTLP_PROTOCOL'];
  if (exporter !== 'otlp') throw new SettingsError('OTEL_TRACES_EXPORTER must be otlp or none.');
  if (protocol && protocol !== 'http/protobuf')
    throw new SettingsError('OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf.');
  for (const [name, url] of Object.entries({
    OTEL_EXPORTER_OTLP_ENDPOINT: all,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
  }))
    if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      throw new SettingsError(`${name} must be a URL that starts with http:// or https://.`);
  return true;
}
