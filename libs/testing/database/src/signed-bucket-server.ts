import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface SignedRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
}

export interface Key {
  id: string;
  secret: string;
}

/** A small page size, so that listing objects takes several requests in specs. */
const KEYS_PER_PAGE = 2;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * Computes the signature of a request as specified in AWS, "Authenticating Requests (AWS Signature Version
 * 4)". Returns undefined if the request has no valid Authorization header.
 */
export function signatureOf({ method, url, headers }: SignedRequest, secret: string): string | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=/;
  const [, day, region, names] = form.exec(headers['authorization'] ?? '') ?? [];
  if (!day || !region || !names) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort();
  const signed = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim()}\n`);
  const canonical = [
    method,
    pathname,
    query.join('&'),
    signed.join(''),
    names,
    headers['x-amz-content-sha256'],
  ];
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical.join('\n'))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

/**
 * An S3-compatible server for specs that stores objects in memory and rejects requests without a valid
 * signature.
 */
export class SignedBucketServer {
  readonly objects = new Map<string, { bytes: Buffer; headers: IncomingMessage['headers'] }>();
  /** If set, the server responds to every request with this status, to simulate an outage. */
  failsWith: number | undefined;

  private constructor(
    private readonly server: Server,
    private readonly key: Key,
  ) {}

  static async start(key: Key): Promise<SignedBucketServer> {
    const server = createServer((request, response) => {
      void bucket.answer(request).then(({ status, bytes }) => response.writeHead(status).end(bytes));
    });
    const bucket = new SignedBucketServer(server, key);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return bucket;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; bytes?: Buffer }> {
    const bytes = await buffer(request);
    if (this.failsWith !== undefined) return { status: this.failsWith };
    if (!this.isSigned(request, bytes)) return { status: 403 };
    const path = request.url!;
    if (request.method === 'PUT') this.objects.set(path, { bytes, headers: request.headers });
    if (request.method === 'DELETE') this.objects.delete(path);
    if (request.method !== 'GET') return { status: request.method === 'PUT' ? 200 : 204 };
    const { pathname, searchParams } = new URL(path, this.origin);
    if (searchParams.get('list-type') === '2')
      return { status: 200, bytes: this.listed(pathname, searchParams) };
    const stored = this.objects.get(path);
    return stored ? { status: 200, bytes: stored.bytes } : { status: 404 };
  }

  private listed(bucket: string, query: URLSearchParams): Buffer {
    const [prefix, after] = ['prefix', 'start-after'].map((name) => query.get(name) ?? '');
    const keys = [...this.objects.keys()].map((path) => path.slice(bucket.length)).sort();
    const rest = keys.filter((key) => key.startsWith(prefix!) && key > after!);
    const contents = rest.slice(0, KEYS_PER_PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`);
    const isTruncated = `<IsTruncated>${rest.length > KEYS_PER_PAGE}</IsTruncated>`;
    return Buffer.from(`<ListBucketResult>${isTruncated}${contents.join('')}</ListBucketResult>`);
  }

  private isSigned({ method = '', url = '', headers }: IncomingMessage, bytes: Buffer): boolean {
    const digest = headers['x-amz-content-sha256'];
    const isSameBody = digest === 'UNSIGNED-PAYLOAD' ? bytes.length === 0 : digest === sha256(bytes);
    const signature = signatureOf(
      { method, url, headers: headers as Record<string, string> },
      this.key.secret,
    );
    const { authorization = '' } = headers;
    const isOurs = authorization.includes(`Credential=${this.key.id}/`);
    return (
      isSameBody && isOurs && signature !== undefined && authorization.endsWith(`Signature=${signature}`)
    );
  }
}
