import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';

export type RequestPart =
  | 'list query'
  | 'object query'
  | 'search query'
  | 'linkage query'
  | 'new resource'
  | 'changed resource'
  | 'linkage'
  | 'extension document'
  | 'If-Match'
  | 'Last-Event-ID'
  | 'Idempotency-Key'
  | 'approval';

const parts = new WeakMap<object, RequestPart>();

/**
 * Creates a Nest parameter decorator. Registers the part of the request that the decorator reads, from which
 * the OpenAPI document is generated.
 */
export function requestParameter<Data, Output>(
  part: RequestPart,
  factory: (data: Data, context: ExecutionContext) => Output,
) {
  parts.set(factory, part);
  return createParamDecorator(factory);
}

export interface ReadPart {
  part: RequestPart;
  of: unknown;
}

/**
 * Returns the parts of the HTTP request that the parameters of a route handler receive, in parameter order.
 */
export function partsReadBy(controller: Type, handler: string): ReadPart[] {
  const metadata = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { index: number; factory?: object; data?: unknown }
  >;
  return Object.values(metadata)
    .sort((one, other) => one.index - other.index)
    .flatMap(({ factory, data }) => {
      const part = factory && parts.get(factory);
      return part ? [{ part, of: data }] : [];
    });
}
