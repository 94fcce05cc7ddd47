import type { JsonSchema, Resource } from '@storewright/json-api';

export type Parameter = JsonSchema;

/** OpenAPI serialization of an array as text that is separated by commas. */
export const list = { style: 'form', explode: false };

export function query(
  name: string,
  description: string,
  schema: JsonSchema,
  more: JsonSchema = {},
): Parameter {
  return { name, in: 'query', description, ...more, schema };
}

export function fieldsOf({ type, fields }: Resource): Parameter {
  const schema = { type: 'array', items: namesIn([...fields]) };
  return query(`fields[${type}]`, `Fields of ${type} in the response.`, schema, list);
}

/**
 * JSON Schema of a string that must be one of these names. If there are no names, the schema accepts any
 * string and the service rejects it, because JSON Schema forbids an empty enum.
 */
const namesIn = (names: readonly string[]): JsonSchema => ({
  type: 'string',
  ...(names.length > 0 && { enum: names }),
});
