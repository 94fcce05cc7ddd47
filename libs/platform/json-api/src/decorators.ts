import type { Readable } from 'node:stream';
import {
  type ArgumentsHost,
  type CanActivate,
  Catch,
  createParamDecorator,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  Logger,
  SetMetadata,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Address, Render } from './response';
import { ApiErrors } from './api-error';
import type { Cursors } from './cursor';
import { asApiError, errorDocument } from './error-document';
import { listElements } from './header-syntax';
import { readChange, readLinkageBody, readNew } from './input';
import { readDocument, type RequestDocument } from './request-document';
import { parseListQuery, parseNoQuery, parseObjectQuery } from './list-query';
import { acceptedOf, checkAccept, checkContentEncoding, checkContentType, mediaType } from './media-type';
import { requestParameter } from './request-parameter';
import type { Preconditions } from './resource';
import type { Relationship, Resource } from './types';

declare module 'fastify' {
  interface FastifyInstance {
    cursorsOf(request: FastifyRequest): Cursors;
  }
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

export function queryStringOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}

/** Injects the validated query parameters of a list: `@ListParameters(meta) query: ListQuery`. */
export const ListParameters = requestParameter('list query', (resource: Resource, context) => {
  const request = requestOf(context);
  return parseListQuery(resource, queryStringOf(request), { cursors: request.server.cursorsOf(request) });
});

/**
 * Injects the validated query parameters of a request that reads one object or writes:
 * `@ObjectParameters(meta) query: ObjectQuery`.
 */
export const ObjectParameters = requestParameter('object query', (resource: Resource, context) =>
  parseObjectQuery(resource, queryStringOf(requestOf(context))),
);

/** Rejects a request with query parameters: `@NoQuery() _query: void`. */
export const NoQuery = createParamDecorator((_: unknown, context): void =>
  parseNoQuery(queryStringOf(requestOf(context))),
);

/**
 * Injects the new resource object from the request body: `@NewObject(meta) input: ParsedResource<CreateMeta>`.
 */
export const NewObject = requestParameter('new resource', (resource: Resource, context) => {
  const request = requestOf(context);
  return readNew(resource, documentBody(request));
});

/**
 * Injects the validated changes from the body of an update: `@Changes(apps) input:
 * ParsedResource<UpdateApp>`. The last path parameter must be the id of the resource. The repository must
 * compare read-only members with `refuseOthers`.
 */
export const Changes = requestParameter('changed resource', (resource: Resource, context) => {
  const request = requestOf(context);
  const id = Object.values(request.params as Record<string, string>).at(-1)!;
  return readChange(resource, id, documentBody(request), { mayRepeat: true });
});

/**
 * Injects the resource linkage from the body of a relationship request: `@Members(relationship) linkage:
 * Linkage`.
 */
export const Members = requestParameter('linkage', (relationship: Relationship, context) => {
  const request = requestOf(context);
  return readLinkageBody(relationship, documentBody(request));
});

/** Injects the raw `If-Match` and `If-None-Match` headers, or undefined if both are absent. */
export const IfMatch = requestParameter('If-Match', (_: unknown, context) =>
  preconditionsOf(requestOf(context)),
);

export function preconditionsOf({ headers }: Pick<FastifyRequest, 'headers'>): Preconditions | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  return ifMatch === undefined && ifNoneMatch === undefined ? undefined : { ifMatch, ifNoneMatch };
}

/** Injects the origin, path and query string of the request, from which responses build links. */
export const RequestAddress = createParamDecorator((_: unknown, context): Address =>
  addressOf(requestOf(context)),
);

/**
 * Returns the bytes of the request body, or an empty buffer. Throws 415 if the body does not have the
 * required media type and JSON:API extension.
 */
export function documentBody({ headers, body }: FastifyRequest, extension?: string): Uint8Array {
  checkContentType(headers['content-type'], extension);
  checkContentEncoding(headers['content-encoding']);
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/**
 * Matches an origin that needs no escaping in JSON text. The origin contains the Host header, in which an
 * attacker can send quotes.
 */
const isPlain = /^[\w.:/-]*$/;

export function addressOf(request: FastifyRequest): Address {
  const origin = `${request.protocol}://${request.host}`;
  return { origin: isPlain.test(origin) ? origin : JSON.stringify(origin).slice(1, -1), path: request.url };
}

const asItIs = (text: unknown) => text as string;

/**
 * Throws 406 if the Accept header allows none of the route's media types (JSON:API "Content Negotiation"). Runs
 * before the handler, so a rejected request changes nothing.
 */
@Injectable()
export class AcceptGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const extensions = Reflect.getMetadata(extensionsKey, context.getHandler()) as string[] | undefined;
    const served = servedBy(context);
    if (!served) checkAccept(requestOf(context).headers.accept, extensions);
    else acceptedOf(requestOf(context).headers.accept, served);
    return true;
  }
}

const servedKey = Symbol('served');

/** Declares the media types in which a route can respond. The first media type is the default. */
export function Serves(...mediaTypes: [string, ...string[]]): MethodDecorator {
  return SetMetadata(servedKey, mediaTypes);
}

const servedBy = (context: ExecutionContext) =>
  Reflect.getMetadata(servedKey, context.getHandler()) as [string, ...string[]] | undefined;

/** Injects the media type that the client prefers: `@Accepted() mediaType: string`. */
export const Accepted = createParamDecorator((_: unknown, context): string =>
  acceptedOf(requestOf(context).headers.accept, servedBy(context)!),
);

/**
 * Injects the Last-Event-ID header, which a client sends to resume server-sent events: `@LastEventId() id?:
 * string`.
 */
export const LastEventId = requestParameter('Last-Event-ID', (_: unknown, context): string | undefined => {
  const value = requestOf(context).headers['last-event-id'];
  return typeof value === 'string' ? value : undefined;
});

const extensionsKey = Symbol('extensions');

/** Declares the JSON:API extension of a route's responses: `@InExtension(atomicExtension)`. */
export function InExtension(uri: string): MethodDecorator {
  return SetMetadata(extensionsKey, [uri]);
}

/**
 * A request document with the request URL. URI references in the document are relative to this URL (RFC 3986
 * §5.1.3).
 */
export interface AddressedDocument extends RequestDocument {
  base: string;
}

/**
 * Injects the request document of a JSON:API extension: `@DocumentIn(atomicExtension) document:
 * AddressedDocument`.
 */
export const DocumentIn = requestParameter(
  'extension document',
  (extension: string, context): AddressedDocument => {
    const request = requestOf(context);
    const base = `${request.protocol}://${request.host}${request.url}`;
    return { ...readDocument(documentBody(request, extension)), base };
  },
);

/**
 * Sends the response that a route handler returns as a `Render` function (docs/contract.md §2). The Fastify
 * adapter calls `sendResponse` directly, because a Nest interceptor would increase the time of the shortest
 * request by half.
 */
export function sendResponse(
  render: Render,
  request: FastifyRequest,
  reply: FastifyReply,
): string | Readable | Buffer | undefined {
  const { status = 200, headers, body, stream, bytes } = render(addressOf(request));
  reply.header('cache-control', 'private, no-cache').headers(headers);
  const unchanged =
    (request.method === 'GET' || request.method === 'HEAD') &&
    matchesTag(request.headers['if-none-match'], headers['etag']);
  if (unchanged) {
    reply.code(304).removeHeader('content-type');
    return undefined;
  }
  if (stream ?? bytes) {
    reply.code(status);
    return stream ?? bytes;
  }
  // Without a custom serializer, Fastify appends a charset to the media type. JSON:API forbids this parameter.
  reply.code(status).serializer(asItIs);
  return body;
}

/** Compares ETags with the weak comparison that If-None-Match requires (RFC 9110 §13.1.2). */
function matchesTag(header: string | undefined, etag: string | string[] | undefined): boolean {
  if (header === undefined || typeof etag !== 'string') return false;
  if (header === '*') return true;
  // Skips the parser, which is slow, if the header does not contain the ETag.
  if (!header.includes(etag)) return false;
  return listElements(header).some((each) => each === etag || each === `W/${etag}`);
}

/**
 * Renders any thrown value as an error document. The client receives an unknown error as a 500 without
 * details, and the error log contains the original error.
 */
@Catch()
export class JsonApiErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('errors');

  constructor(
    private readonly docsUrl: string,
    private readonly holds: (request: FastifyRequest, scope: string) => boolean = () => false,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = asApiError(thrown);
    if (error.status >= 500 && !isReported(error.cause))
      this.log.error({ request_id: request.id, err: error.cause instanceof Error ? error.cause : error });
    const headers = error instanceof ApiErrors ? {} : error.headers;
    void reply
      .code(error.status)
      .headers({ 'content-type': mediaType, 'cache-control': 'no-store', ...headers })
      .removeHeader('etag')
      .send(
        Buffer.from(errorDocument(error, request.id, this.docsUrl, (scope) => this.holds(request, scope))),
      );
  }
}

const isReported = (cause: unknown) => (cause as { isReported?: boolean } | undefined)?.isReported === true;
