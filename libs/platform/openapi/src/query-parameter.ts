import type { JsonSchema, Resource } from '@storewright/json-api';

/** A parameter object, or a reference to a parameter component. */
export type Parameter = JsonSchema;

/** OpenAPI serialization of a comma-separated list. */
export const list = { style: 'form', explode: false };

export function query(
  name: string,
  description: string,
  schema: JsonSchema,
  more: JsonSchema = {},
): Parameter {
  return { name, in: 'query', description, ...more, schema };
}

/** Returns the parameter of a sparse fieldset. */
export function fieldsOf({ type, fields }: Resource): Parameter {
  const schema = { type: 'array', items: namesIn([...fields]) };
  return query(`fields[${type}]`, `Fields of ${type} in the response.`, schema, list);
}

/**
 * Schema of a string that must be one of the names. JSON Schema has no empty enum, so an empty list of names
 * allows any string, which the service then rejects.
 */
const namesIn = (names: readonly string[]): JsonSchema => ({
  type: 'string',
  ...(names.length > 0 && { enum: names }),
});
