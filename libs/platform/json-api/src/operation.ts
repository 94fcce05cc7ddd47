import { SetMetadata, type Type } from '@nestjs/common';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './error-codes';
import type { JsonSchema, Relationship, Resource } from './types';

/**
 * An object with any members. Code generators treat an object without `additionalProperties` as an object
 * without members.
 */
export const anyObjectSchema: JsonSchema = { type: 'object', additionalProperties: true };

/** Schema of a timestamp in a document. */
export const timestampSchema: JsonSchema = { $ref: '#/components/schemas/Timestamp' };

/** Schema of a resource object of any type. */
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

/** A response that does not follow from the parameters of the route. */
export type Answer =
  | { shows: 'resource'; resource: Resource; status?: number }
  | { shows: 'linkage'; of: Relationship }
  | { shows: 'nothing'; status?: number; headers?: readonly string[] }
  /** `also` lists further media types for the same content. */
  | { shows: 'content'; mediaType: string; also?: readonly string[]; schema: JsonSchema; status?: number };

/**
 * Description of a route for the OpenAPI document, in addition to its method, path, access and parameters.
 */
export interface OperationOptions {
  /** The operationId. Defaults to the method and path. */
  id?: string;
  summary?: string;
  /** Marks the route as deprecated in the document and in responses. */
  deprecated?: Deprecation;
  /** Possible responses of the route. Default: the document of the resource in the route's query. */
  answers?: readonly Answer[];
  /** Further media types of the response of a list, each with its schema. */
  also?: Readonly<Record<string, JsonSchema>>;
  /** True if the primary data can be null. */
  orNull?: true;
  /** Resources that the response always contains in `included`. */
  included?: readonly Resource[];
  /** True if the response has an ETag although the resource has no versions. */
  etag?: true;
  /** Members of the document's top-level `meta`. */
  meta?: Readonly<Record<string, JsonSchema>>;
  /** True if the members of `meta` can be absent. */
  optionalMeta?: true;
  /** Request body, if it is not a JSON:API document. `also` lists further media types. */
  body?: { mediaType: string; also?: readonly string[]; schema: JsonSchema; required?: boolean };
  /** Error codes in addition to those that follow from the parameters. */
  errors?: readonly ErrorCode[];
  /** Media type and schema of errors that are not JSON:API error documents. */
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

/** Names the resource of a controller whose parameters know only the type of the resource. */
export function DescribesResource(resource: Resource): ClassDecorator {
  return SetMetadata(resourceKey, resource);
}

export function describedResource(controller: Type): Resource | undefined {
  return Reflect.getMetadata(resourceKey, controller) as Resource | undefined;
}
