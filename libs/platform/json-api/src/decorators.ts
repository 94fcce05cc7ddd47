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
import type { Relationship } from './relationship';
import { requestParameter } from './request-parameter';
import type { Preconditions, Resource } from './resource';

declare module 'fastify' {
  interface FastifyInstance {
    /** The cursors of the list that a request is about. */
    cursorsOf(request: FastifyRequest): Cursors;
  }
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** Behind the question mark, as it was sent. */
export function queryStringOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** Before the question mark, as it was sent. */
export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}

/** The checked query of a list of this resource: `@ListParameters(meta) query: ListQuery`. */
export const ListParameters = requestParameter('list query', (resource: Resource, context) => {
  const request = requestOf(context);
  return parseListQuery(resource, queryStringOf(request), { cursors: request.server.cursorsOf(request) });
});

/** The checked query of a request for one object or of a write: `@ObjectParameters(meta) query: ObjectQuery`. */
export const ObjectParameters = requestParameter('object query', (resource: Resource, context) =>
  parseObjectQuery(resource, queryStringOf(requestOf(context))),
);

/** Refuses every parameter: `@NoQuery() _query: void`. */
export const NoQuery = createParamDecorator((_: unknown, context): void =>
  parseNoQuery(queryStringOf(requestOf(context))),
);

/** The new resource object in the body: `@NewObject(meta) input: ParsedResource<CreateMeta>`. */
export const NewObject = requestParameter('new resource', (resource: Resource, context) => {
  const request = requestOf(context);
  return readNew(resource, documentBody(request));
});

/** The changes in the body, for the resource whose id is in the address, to be compared with it (`refuseOthers`): `@Changes(apps) input: ParsedResource<UpdateApp>`. */
export const Changes = requestParameter('changed resource', (resource: Resource, context) => {
  const request = requestOf(context);
  // The address ends with it, whatever it is called there.
  const id = Object.values(request.params as Record<string, string>).at(-1)!;
  return readChange(resource, id, documentBody(request), { mayRepeat: true });
});

/** The linkage in the body: `@Members(relationship) linkage: Linkage`. */
export const Members = requestParameter('linkage', (relationship: Relationship, context) => {
  const request = requestOf(context);
  return readLinkageBody(relationship, documentBody(request));
});

/** `If-Match` and `If-None-Match` as sent, or undefined without both. */
export const IfMatch = requestParameter('If-Match', (_: unknown, context) =>
  preconditionsOf(requestOf(context)),
);

export function preconditionsOf({ headers }: Pick<FastifyRequest, 'headers'>): Preconditions | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  return ifMatch === undefined && ifNoneMatch === undefined ? undefined : { ifMatch, ifNoneMatch };
}

/** Scheme and host, path and query of the request, for links. */
export const RequestAddress = createParamDecorator((_: unknown, context): Address =>
  addressOf(requestOf(context)),
);

/** The body of a document as it was sent; none is empty. `extension`: the one that it has to be in. Throws 415. */
export function documentBody({ headers, body }: FastifyRequest, extension?: string): Uint8Array {
  checkContentType(headers['content-type'], extension);
  checkContentEncoding(headers['content-encoding']);
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** A Host header may hold quotes, and the origin is spliced into documents. */
const isPlain = /^[\w.:/-]*$/;

export function addressOf(request: FastifyRequest): Address {
  const origin = `${request.protocol}://${request.host}`;
  return { origin: isPlain.test(origin) ? origin : JSON.stringify(origin).slice(1, -1), path: request.url };
}

const asItIs = (text: unknown) => text as string;

/** Accept → something to serve, or 406 (JSON:API "Content Negotiation"). Before anything is read or changed. */
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

/** The answers of this route are in one of these media types, the first one where the client has no wish. */
export function Serves(...mediaTypes: [string, ...string[]]): MethodDecorator {
  return SetMetadata(servedKey, mediaTypes);
}

const servedBy = (context: ExecutionContext) =>
  Reflect.getMetadata(servedKey, context.getHandler()) as [string, ...string[]] | undefined;

/** That of them which the client asked for: `@Accepted() mediaType: string`. */
export const Accepted = createParamDecorator((_: unknown, context): string =>
  acceptedOf(requestOf(context).headers.accept, servedBy(context)!),
);

const extensionsKey = Symbol('extensions');

/** The answers of this route are in an extension of JSON:API: `@InExtension(atomicExtension)`. */
export function InExtension(uri: string): MethodDecorator {
  return SetMetadata(extensionsKey, [uri]);
}

/** A request document with the address that it was sent to: the base of URI references in it (RFC 3986 §5.1.3). */
export interface AddressedDocument extends RequestDocument {
  base: string;
}

/** The document of a request in an extension: `@DocumentIn(atomicExtension) document: AddressedDocument`. */
export const DocumentIn = requestParameter(
  'extension document',
  (extension: string, context): AddressedDocument => {
    const request = requestOf(context);
    const base = `${request.protocol}://${request.host}${request.url}`;
    return { ...readDocument(documentBody(request, extension)), base };
  },
);

/**
 * The end of every handler's way: its `Render` becomes the answer's document, status and headers (docs/contract.md §2). The server calls it where Nest
 * would send the handler's value; an interceptor would do the same for half as much work again on the shortest request.
 */
export function sendResponse(
  render: Render,
  request: FastifyRequest,
  reply: FastifyReply,
): string | Readable | Buffer | undefined {
  const { status = 200, headers, body, stream, bytes } = render(addressOf(request));
  // Nothing of ours may be shown from a cache without asking.
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
  // Fastify would append a charset, which JSON:API forbids, to anything that does not come through a serializer.
  reply.code(status).serializer(asItIs);
  return body;
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
function matchesTag(header: string | undefined, etag: string | string[] | undefined): boolean {
  if (header === undefined || typeof etag !== 'string') return false;
  if (header === '*') return true;
  // Most headers name another tag, and a long one is then not taken apart.
  if (!header.includes(etag)) return false;
  return listElements(header).some((each) => each === etag || each === `W/${etag}`);
}

/** Whatever is thrown becomes an errors document; what is not ours is a 500 that says nothing and a log line that says all. */
@Catch()
export class JsonApiErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('errors');

  /** `holds`: whether the token of a request has a scope. */
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

/** An error with `isReported` is in the log already. */
const isReported = (cause: unknown) => (cause as { isReported?: boolean } | undefined)?.isReported === true;
