import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface ReceivedSpan {
  service: string;
  name: string;
  trace: string;
  id: string;
  /** Span id of the parent. Empty for a root span. */
  parent: string;
  attributes: Record<string, string | number>;
}

/** An OpenTelemetry collector for OTLP over HTTP that parses only the fields that the specs need. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Raw OTLP messages, in which specs search for data that traces must not contain. */
  raw = '';

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceReceiver> {
    const server = createServer((request, response) => {
      void buffer(request).then((sent) => {
        const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
        if (request.url === '/v1/traces') receiver.take(body);
        response.writeHead(request.url === '/v1/traces' ? 200 : 404).end();
      });
    });
    const receiver = new TraceReceiver(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take(body: Buffer): void {
    this.raw += body.toString('latin1');
    for (const ofResource of messages(body, 1)) {
      const [resource] = messages(ofResource, 1);
      const service = String(attributesOf(resource!, 1)['service.name']);
      for (const scope of messages(ofResource, 2))
        for (const span of messages(scope, 2)) this.spans.push(spanOf(service, span));
    }
  }
}

function spanOf(service: string, span: Buffer): ReceivedSpan {
  const bytes = (field: number) => messages(span, field)[0] ?? Buffer.alloc(0);
  return {
    service,
    trace: bytes(1).toString('hex'),
    id: bytes(2).toString('hex'),
    parent: bytes(4).toString('hex'),
    name: bytes(5).toString(),
    attributes: attributesOf(span, 9),
  };
}

function attributesOf(message: Buffer, field: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const [key, value] = [messages(pair, 1)[0]!, messages(pair, 2)[0]!];
      const number = fieldsOf(value).find((each) => each.field === 3)?.value;
      return [key.toString(), number === undefined ? String(messages(value, 1)[0] ?? '') : Number(number)];
    }),
  );
}

interface Field {
  field: number;
  value: Buffer | bigint;
}

function messages(message: Buffer, field: number): Buffer[] {
  return fieldsOf(message).flatMap((each) =>
    each.field === field && Buffer.isBuffer(each.value) ? [each.value] : [],
  );
}

function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = message[at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const bytes = (length: number) => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(varint());
    const kind = tag & 7;
    const value = kind === 0 ? varint() : bytes(kind === 1 ? 8 : kind === 5 ? 4 : Number(varint()));
    fields.push({ field: tag >> 3, value });
  }
  return fields;
}
