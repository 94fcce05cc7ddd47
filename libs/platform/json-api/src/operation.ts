import { SetMetadata, type Type } from '@nestjs/common';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './error-codes';
import type { Relationship } from './relationship';
import type { Resource } from './resource';

/** JSON Schema, 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** An object with any members. Code generators read an object without `additionalProperties` as one without members. */
export const anyObjectSchema: JsonSchema = { type: 'object', additionalProperties: true };

/** A time as every document shows it. */
export const timestampSchema: JsonSchema = { $ref: '#/components/schemas/Timestamp' };

/** A resource object of whatever type. */
export const resourceObjectSchema: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    id: { type: 'string' },
    attributes: anyObjectSchema,
    relationships: anyObjectSchema,
    links: anyObjectSchema,
    meta: anyObjectSchema,
  },
};

/** What a route answers where its parameters do not say it. */
export type Answer =
  | { shows: 'resource'; resource: Resource; status?: number }
  | { shows: 'linkage'; of: Relationship }
  | { shows: 'nothing'; status?: number; headers?: readonly string[] }
  /** `also`: further media types in which the same may be asked for. */
  | { shows: 'content'; mediaType: string; also?: readonly string[]; schema: JsonSchema; status?: number };

/** What the description of the API has to know of a route beyond its method, address, access and parameters. */
export interface OperationOptions {
  /** The operationId; by default of method and address. */
  id?: string;
  summary?: string;
  /** Its clients are told. */
  deprecated?: Deprecation;
  /** More than one where the request decides. By default the document of what the route's query is of. */
  answers?: readonly Answer[];
  /** The document may have no primary data: null. */
  orNull?: true;
  /** What always comes along. */
  included?: readonly Resource[];
  /** Has an ETag although the resource has no versions. */
  etag?: true;
  /** Members of the document's own `meta`. */
  meta?: Readonly<Record<string, JsonSchema>>;
  /** Not every answer has them. */
  optionalMeta?: true;
  /** A body that is no document of JSON:API. `also`: further media types in which it may be sent. */
  body?: { mediaType: string; also?: readonly string[]; schema: JsonSchema; required?: boolean };
  /** Errors beyond those that follow from what the route reads. */
  errors?: readonly ErrorCode[];
  /** Errors are not in documents of JSON:API but in this. */
  errorBody?: { mediaType: string; schema: JsonSchema };
}

const operationKey = Symbol('operation');
const resourceKey = Symbol('described resource');

export function Operation(options: OperationOptions): MethodDecorator {
  return SetMetadata(operationKey, options);
}

export function operationOptions(controller: Type, handler: string): OperationOptions {
  const method = (controller.prototype as Record<string, object>)[handler]!;
  return (Reflect.getMetadata(operationKey, method) ?? {}) as OperationOptions;
}

/** The controller is of a resource that its parameters name by type. */
export function DescribesResource(resource: Resource): ClassDecorator {
  return SetMetadata(resourceKey, resource);
}

export function describedResource(controller: Type): Resource | undefined {
  return Reflect.getMetadata(resourceKey, controller) as Resource | undefined;
}
