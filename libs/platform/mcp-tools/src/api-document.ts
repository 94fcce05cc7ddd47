import type { JsonSchema } from '@storewright/json-api';

export type Schemas = Readonly<Record<string, JsonSchema>>;

export interface ApiDocument {
  tags?: readonly { name: string; description?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  components: { schemas: Schemas; parameters?: Readonly<Record<string, ApiParameter>> };
}

export interface ApiParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Content {
  schema: JsonSchema;
}

export interface ApiResponse {
  headers?: Readonly<Record<string, unknown>>;
  content?: Readonly<Record<string, Content>>;
}

export interface ApiOperation {
  operationId: string;
  summary?: string;
  /** Deprecation notice of the operation. Absent if the operation is not deprecated. */
  description?: string;
  tags?: readonly string[];
  /** OpenAPI security requirements with their scopes. A request must meet one of these requirements. */
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly (ApiParameter | { $ref: string })[];
  requestBody?: { content: Readonly<Record<string, Content>> };
  responses: Readonly<Record<string, ApiResponse>>;
}

export function parametersOf(
  { parameters = [] }: ApiOperation,
  { components }: Pick<ApiDocument, 'components'>,
): ApiParameter[] {
  return parameters.map((each) => {
    if (!('$ref' in each)) return each;
    const name = each.$ref.slice('#/components/parameters/'.length);
    const parameter = components.parameters?.[name];
    if (!parameter) throw new Error(`the document has no parameter ${name}`);
    return parameter;
  });
}

const SCHEMA_PREFIX = '#/components/schemas/';

/** Returns the name of the component that a schema refers to, or undefined for a schema without a `$ref`. */
export function referredName({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(SCHEMA_PREFIX)
    ? $ref.slice(SCHEMA_PREFIX.length)
    : undefined;
}

/** Returns the schema that a `$ref` refers to, or the schema itself if it has no `$ref`. */
export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = referredName(schema);
  if (name === undefined) return schema;
  const found = schemas[name];
  if (!found) throw new Error(`the document has no schema ${name}`);
  return found;
}

export function propertiesOf(schema: JsonSchema | undefined): Schemas {
  return (schema?.['properties'] ?? {}) as Schemas;
}

/** Returns the responses of an OpenAPI operation with a 2xx status. The first response is the usual response. */
export function successesOf({ responses }: ApiOperation): ApiResponse[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? [response] : [],
  );
}
