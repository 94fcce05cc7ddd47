import type { JsonSchema } from '@storewright/json-api';

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Forbids undeclared members in JSON schemas. The published OpenAPI document allows undeclared members for
 * future additions, but current responses must not contain any.
 */
export function closed<T>(value: T, isPartOfOne = false): T {
  if (Array.isArray(value)) return value.map((each: unknown) => closed(each)) as T;
  if (!isSchema(value)) return value;
  const each = Object.entries(value).map(([name, member]) => [
    name,
    name === 'allOf'
      ? (member as JsonSchema[]).map((part) => closed(part, true))
      : name === 'enum' || name === 'const' || name === 'examples'
        ? member
        : closed(member),
  ]);
  const copy = Object.fromEntries(each) as Record<string, unknown>;
  const isObject = value['type'] === 'object' && isSchema(value['properties']);
  return (
    isObject && !isPartOfOne && !('additionalProperties' in value)
      ? { ...copy, additionalProperties: false }
      : copy
  ) as T;
}

/**
 * Makes the attributes and relationships of resources optional, because sparse fieldsets and responses that
 * repeat the input omit some of them.
 */
export function sparse(document: JsonSchema): JsonSchema {
  const components = document['components'] as { schemas: Record<string, JsonSchema> };
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [
      name,
      isResource(schema) ? partOf(schema) : /Attributes$/.test(name) ? without(schema) : schema,
    ]),
  );
  return { ...document, components: { ...components, schemas } };
}

/** Adapts the OpenAPI document for responses that return attributes exactly as the client sent them. */
export function asSent(document: JsonSchema): JsonSchema {
  const components = document['components'] as { schemas: Record<string, JsonSchema> };
  const { schemas } = components;
  const propertiesOf = (name: string) => (schemas[name]?.['properties'] ?? {}) as Record<string, JsonSchema>;
  const each = Object.entries(schemas).map(([name, schema]) => {
    const sent = [propertiesOf(`Create${name}`), propertiesOf(`Update${name}`)];
    const isSent = sent.some((properties) => Object.keys(properties).length > 0);
    if (!isSent || !name.endsWith('Attributes')) return [name, schema];
    const names = new Set([schema['properties'] as object, ...sent].flatMap(Object.keys));
    const properties = [...names].map((attribute) => [
      attribute,
      { anyOf: [propertiesOf(name), ...sent].flatMap((all) => all[attribute] ?? []) },
    ]);
    return [name, { ...schema, properties: Object.fromEntries(properties) as JsonSchema }];
  });
  return { ...document, components: { ...components, schemas: Object.fromEntries(each) as JsonSchema } };
}

function isResource({ properties }: JsonSchema): boolean {
  return isSchema(properties) && 'attributes' in properties && 'type' in properties;
}

function partOf(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>).map(
    ([name, each]) => [name, name === 'relationships' || name === 'meta' ? without(each) : each],
  );
  return { ...schema, properties: Object.fromEntries(properties) as JsonSchema, required: ['type', 'id'] };
}

const without = ({ required: _, ...schema }: JsonSchema): JsonSchema => schema;
