import { type ClassConstructor, inputDescriptionOf, type JsonSchema } from '@storewright/json-api';
import { getMetadataStorage } from 'class-validator';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type Condition = (object: object, value: unknown) => boolean;

/** Returns the JSON Schema of a DTO class, which the validation rules of its attributes determine. */
export function schemaOfDto(Dto: ClassConstructor): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, rules] of rulesByProperty(Dto)) {
    const conditions = rules
      .filter(({ type }) => type === 'conditionalValidation')
      .map(({ constraints }) => constraints[0] as Condition);
    const skips = (value: unknown) => conditions.some((condition) => !condition({}, value));
    const schema = merged(
      rules
        .filter(({ type }) => type !== 'conditionalValidation')
        .map((rule) => schemaOfRule(`${Dto.name}.${name}`, rule)),
    );
    const description = inputDescriptionOf(Dto, name);
    const whole = skips(null) ? nullable(schema) : schema;
    properties[name] = description === undefined ? whole : { ...whole, description };
    if (!skips(undefined)) required.push(name);
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function rulesByProperty(Dto: ClassConstructor): Map<string, Metadata[]> {
  const byProperty = new Map<string, Metadata[]>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(Dto, '', false, false)) {
    const rules = byProperty.get(metadata.propertyName) ?? [];
    byProperty.set(metadata.propertyName, [...rules, metadata]);
  }
  return byProperty;
}

/**
 * Returns the JSON Schema of a validation rule. Throws for a rule without a JSON Schema, because the OpenAPI
 * document would otherwise omit the rule.
 */
function schemaOfRule(place: string, { name, constraints, context }: Metadata): JsonSchema {
  const { schema } = (context ?? {}) as { schema?: JsonSchema };
  if (schema)
    return 'items' in schema && isClass(schema['items'])
      ? { ...schema, items: schemaOfDto(schema['items']) }
      : schema;
  const [first] = (constraints ?? []) as [unknown];
  switch (name) {
    case 'matches':
      return { type: 'string', pattern: (first as RegExp).source };
    case 'isIn':
      return { type: 'string', enum: first };
    case 'isString':
      return { type: 'string' };
    case 'isStorable':
      return {};
    case 'isBoolean':
      return { type: 'boolean' };
    default:
      throw new Error(
        `${place}: the rule ${name} has no JSON Schema; give it the option \`described({ … })\``,
      );
  }
}

const isClass = (value: unknown): value is ClassConstructor => typeof value === 'function';

function merged(schemas: readonly JsonSchema[]): JsonSchema {
  return Object.assign({}, ...schemas) as JsonSchema;
}

export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: words, ...others } = schema as { type?: string | string[]; enum?: readonly unknown[] };
  if (Object.keys(schema).length === 0) return schema;
  const { anyOf } = schema as { anyOf?: readonly JsonSchema[] };
  if (anyOf) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] };
  return { type: [type, 'null'].flat(), ...(words && { enum: [...words, null] }), ...others };
}
