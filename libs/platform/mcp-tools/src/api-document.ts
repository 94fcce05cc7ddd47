import type { JsonSchema } from '@storewright/json-api';

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** The parts of the OpenAPI document of the shop API from which tools are derived. */
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
  /** Text about a deprecation. Absent for other operations. */
  description?: string;
  tags?: readonly string[];
  /** Alternative credentials, each with the required scopes. */
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly (ApiParameter | { $ref: string })[];
  requestBody?: { content: Readonly<Record<string, Content>> };
  responses: Readonly<Record<string, ApiResponse>>;
}

/** Returns the parameters of an operation, with references resolved. */
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

/** Returns the name of the component to which a schema refers, or undefined for an inline schema. */
export function referredName({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(SCHEMA_PREFIX)
    ? $ref.slice(SCHEMA_PREFIX.length)
    : undefined;
}

/** Returns the component to which a schema refers, or the schema itself. */
export function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = referredName(schema);
  if (name === undefined) return schema;
  const found = schemas[name];
  if (!found) throw new Error(`the document has no schema ${name}`);
  return found;
}

/** Returns the properties of an object schema. */
export function propertiesOf(schema: JsonSchema | undefined): Schemas {
  return (schema?.['properties'] ?? {}) as Schemas;
}

/** Returns the responses to a successful request. The first one is the usual response. */
export function successesOf({ responses }: ApiOperation): ApiResponse[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') ? [response] : [],
  );
}
