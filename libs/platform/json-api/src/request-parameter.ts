import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';

/** What a parameter of a handler reads of its request. */
export type RequestPart =
  | 'list query'
  | 'object query'
  | 'linkage query'
  | 'new resource'
  | 'changed resource'
  | 'linkage'
  | 'extension document'
  | 'If-Match'
  | 'Idempotency-Key';

const parts = new WeakMap<object, RequestPart>();

/** A parameter decorator, as Nest makes them, of which the description of the API knows what it reads: it is said in no other place. */
export function requestParameter<Data, Output>(
  part: RequestPart,
  factory: (data: Data, context: ExecutionContext) => Output,
) {
  parts.set(factory, part);
  return createParamDecorator(factory);
}

/** What a handler reads, and of what: the argument of the decorator, such as a resource or its type. */
export interface ReadPart {
  part: RequestPart;
  of: unknown;
}

/** What the parameters of a handler read, in their order. */
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
