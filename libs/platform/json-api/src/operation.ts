import { SetMetadata, type Type } from '@nestjs/common';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './error-codes';
import type { JsonSchema, Relationship, Resource } from './types';

/**
 * JSON Schema of an object with any members. Without `additionalProperties`, code generators treat the object
 * as empty.
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

/** A response for the OpenAPI document that cannot be derived from the route's parameters. */
export type Answer =
  | { shows: 'resource'; resource: Resource; status?: number }
  | { shows: 'linkage'; of: Relationship }
  | { shows: 'nothing'; status?: number; headers?: readonly string[] }
  /** `also` lists further media types for the same content. */
  | { shows: 'content'; mediaType: string; also?: readonly string[]; schema: JsonSchema; status?: number };

/**
 * Description of a route for the OpenAPI document. Method, path, access and parameters are derived from the
 * controller.
 */
export interface OperationOptions {
  /** OpenAPI operation id. Defaults to the method and path. */
  id?: string;
  summary?: string;
  /** Marks the route as deprecated in the OpenAPI document and in response headers. */
  deprecated?: Deprecation;
  /**
   * Possible responses of the route. Defaults to a document of the resource in the route's query parameters.
   */
  answers?: readonly Answer[];
  /** Alternative media types of a list response, keyed by media type, each with its JSON Schema. */
  also?: Readonly<Record<string, JsonSchema>>;
  /** True if the primary data of the response can be null. */
  orNull?: true;
  /** Resources that `included` always contains, even without the parameter `include`. */
  included?: readonly Resource[];
  /** True if the response has an ETag although the resource is not versioned. */
  etag?: true;
  /** JSON Schemas of the members in the document's top-level `meta`. */
  meta?: Readonly<Record<string, JsonSchema>>;
  /** True if all members of the top-level `meta` are optional. */
  optionalMeta?: true;
  /** Request body that is not a JSON:API document. `also` lists alternative media types. */
  body?: { mediaType: string; also?: readonly string[]; schema: JsonSchema; required?: boolean };
  /** Error codes that cannot be derived from the route's parameters. */
  errors?: readonly ErrorCode[];
  /** Media type and JSON Schema of error responses that are not JSON:API error documents. */
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

/** Declares the resource of a generic controller, whose parameters have no concrete resource. */
export function DescribesResource(resource: Resource): ClassDecorator {
  return SetMetadata(resourceKey, resource);
}

export function describedResource(controller: Type): Resource | undefined {
  return Reflect.getMetadata(resourceKey, controller) as Resource | undefined;
}
