import { SetMetadata, type Type } from '@nestjs/common';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './error-codes';
import type { JsonSchema, Relationship, Resource } from './types';

/**
 * JSON Schema of an object with any members. Code generators would treat an object without
 * `additionalProperties` as empty.
 */
export const anyObjectSchema: JsonSchema = { type: 'object', additionalProperties: true };

export const timestampSchema: JsonSchema = { $ref: '#/components/schemas/Timestamp' };

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

/** A response in the OpenAPI document that the parameters of the route handler do not imply. */
export type Answer =
  | { shows: 'resource'; resource: Resource; status?: number }
  | { shows: 'linkage'; of: Relationship }
  | { shows: 'nothing'; status?: number; headers?: readonly string[] }
  /** `also` lists further media types for the same content. */
  | { shows: 'content'; mediaType: string; also?: readonly string[]; schema: JsonSchema; status?: number };

/**
 * Describes a route in the OpenAPI document. The decorators of the controller determine method, path, access
 * and parameters.
 */
export interface OperationOptions {
  /** Id of the operation in the OpenAPI document. Defaults to the method and path. */
  id?: string;
  summary?: string;
  /** Marks the route as deprecated in the OpenAPI document and in response headers. */
  deprecated?: Deprecation;
  /** Responses of the route. Defaults to a document with the resource of the route's query parameters. */
  answers?: readonly Answer[];
  /** Schemas of a list response in additional media types, keyed by media type. */
  also?: Readonly<Record<string, JsonSchema>>;
  /** True if `data` of the response can be null. */
  orNull?: true;
  /** Resources that the response always includes, even without the query parameter `include`. */
  included?: readonly Resource[];
  /** True if a response of an unversioned resource has an ETag. */
  etag?: true;
  /** JSON Schemas of the members of `meta` at the top level of the response document. */
  meta?: Readonly<Record<string, JsonSchema>>;
  /** True if all members of `meta` at the top level of the response document are optional. */
  optionalMeta?: true;
  /** Request body that is not a JSON:API document. `also` lists alternative media types. */
  body?: { mediaType: string; also?: readonly string[]; schema: JsonSchema; required?: boolean };
  /** Error codes of the route in addition to those that its parameters imply. */
  errors?: readonly ErrorCode[];
  /** Media type and JSON Schema of error responses, if these are not JSON:API error documents. */
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

/**
 * Declares the resource of a controller class, for the OpenAPI document. Required if the parameter decorators of
 * the controller contain only the type of the resource.
 */
export function DescribesResource(resource: Resource): ClassDecorator {
  return SetMetadata(resourceKey, resource);
}

export function describedResource(controller: Type): Resource | undefined {
  return Reflect.getMetadata(resourceKey, controller) as Resource | undefined;
}
