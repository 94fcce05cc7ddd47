import {
  type ColumnKind,
  comparedOf,
  type Deprecation,
  isToMany,
  type JsonSchema,
  type Relationship,
  type Resource,
} from '@storewright/json-api';
import { nullable, schemaOfDto } from './dto-schema';
import { schemaName, pascal, singular } from './names';

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
};

function schemaOfKind(kind: ColumnKind): JsonSchema {
  switch (kind) {
    case 'string':
      return { type: 'string' };
    case 'string[]':
      return { type: 'array', items: { type: 'string' } };
    case 'number':
      return { type: 'integer' };
    case 'boolean':
      return { type: 'boolean' };
    case 'timestamp':
      return ref('Timestamp');
    case 'json':
      return {};
  }
}

/** Returns the JSON Schema of an attribute in a response, or of a member of `meta` in the resource object. */
function shown(resource: Resource, name: string, kind: ColumnKind): JsonSchema {
  const { schema, isNullable, description, deprecated } = resource.described[name] ?? {};
  const values = valuesOf(resource, name);
  const sent = kind === 'string' ? sentSchema(resource, name) : {};
  const whole = schema ?? { ...schemaOfKind(kind), ...sent, ...(values && { enum: values }) };
  const nullish = isNullable ? nullable(whole) : whole;
  const told = [description, deprecated && deprecationText(deprecated)].filter((text) => text !== undefined);
  if (told.length === 0) return nullish;
  return { ...described(nullish, told.join(' ')), ...(deprecated && deprecationOf(deprecated)) };
}

export function deprecationText({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}${sunset ? `, will be removed on ${sunset} at the earliest` : ''}. ${instead}`;
}

/**
 * Marks a schema or an operation as deprecated. Programs read the dates from the extension `x-deprecation`.
 */
export function deprecationOf({ since, sunset, instead }: Deprecation): JsonSchema {
  return { deprecated: true, 'x-deprecation': { since, ...(sunset && { sunset }), instead } };
}

/** Adds a description, even next to a `$ref`, which OpenAPI allows from version 3.1. */
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });

/** Returns the values that an attribute can have, from its declaration, its filter or the DTO class. */
function valuesOf(resource: Resource, name: string): readonly unknown[] | undefined {
  const { described, filterable } = resource;
  const own = described[name]?.values;
  if (own) return own;
  const filter = filterable[name];
  const compared = filter && comparedOf(filter);
  if (Array.isArray(compared)) return compared as readonly string[];
  const sent = [resource.create, resource.update].flatMap((Dto) => {
    const properties = Dto ? (schemaOfDto(Dto)['properties'] as Record<string, { enum?: unknown[] }>) : {};
    return properties[name]?.enum ?? [];
  });
  const words = [...new Set(sent)].filter((word) => word !== null);
  return words.length > 0 ? words : undefined;
}

function sentSchema(resource: Resource, name: string): JsonSchema {
  for (const Dto of [resource.create, resource.update]) {
    const properties = Dto ? (schemaOfDto(Dto)['properties'] as Record<string, JsonSchema>) : {};
    const sent = properties[name];
    if (!sent) continue;
    const { format, minLength, maxLength } = sent;
    return {
      ...(format !== undefined && { format }),
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
    };
  }
  return {};
}

export const idSchema = ({ ids }: Pick<Resource, 'ids'>): JsonSchema =>
  ids === undefined
    ? { type: 'string', format: 'uuid' }
    : { type: 'string', ...('pattern' in ids ? ids : { enum: ids }) };

export function identifier(type: string): JsonSchema {
  return object({ type: { type: 'string', const: type }, id: { type: 'string', format: 'uuid' } });
}

export const identifierName = (type: string): string => `${pascal(singular(type))}Identifier`;

/**
 * Returns the JSON Schemas of a resource, keyed by name. They describe the resource object, its attributes
 * and the input of requests.
 */
export function schemasOf(resource: Resource): Record<string, JsonSchema> {
  const { type, attributes, meta, relationships, takesMeta } = resource;
  const name = schemaName(resource);
  const members = (kinds: Readonly<Record<string, ColumnKind>>) =>
    Object.fromEntries(Object.entries(kinds).map(([each, kind]) => [each, shown(resource, each, kind)]));
  const related = Object.entries(relationships).map(([each, relationship]): [string, JsonSchema] => [
    each,
    relationshipSchema(relationship),
  ]);
  const others = [
    ...(related.length > 0 || takesMeta ? [['relationships', relationshipsSchema(related, takesMeta)]] : []),
    ['links', ref('SelfLink')],
    ...(Object.keys(meta).length > 0 ? [['meta', object(members(meta))]] : []),
  ];
  return {
    [name]: {
      ...object(
        {
          type: { type: 'string', const: type },
          id: idSchema(resource),
          attributes: ref(`${name}Attributes`),
          ...Object.fromEntries(others as [string, JsonSchema][]),
        },
        // If a resource declares no relationships, its objects have the member `relationships` only if the
        // request includes meta.
        related.length > 0 ? [] : ['relationships'],
      ),
      ...(resource.description !== undefined && { description: resource.description }),
      ...(resource.deprecated && deprecationOf(resource.deprecated)),
    },
    [`${name}Attributes`]: object(members(attributes)),
    ...Object.fromEntries(
      [...Object.values(relationships).map((each) => each.type), ...(takesMeta ? ['meta'] : [])].map(
        (each) => [identifierName(each), identifier(each)],
      ),
    ),
    ...sentSchemas(resource, name),
  };
}

/**
 * Returns the JSON Schema of `relationships` in a resource object. The relationship `meta` is present only if
 * the request includes meta.
 */
function relationshipsSchema(related: readonly [string, JsonSchema][], takesMeta: boolean): JsonSchema {
  const links = object({ related: { type: 'string', format: 'uri' } });
  const attached = object({ links, data: { type: 'array', items: ref(identifierName('meta')) } });
  return takesMeta
    ? object({ ...Object.fromEntries(related), meta: attached }, ['meta'])
    : object(Object.fromEntries(related));
}

/**
 * Returns the JSON Schema of a relationship object in a response. A to-many relationship has data only if the
 * request includes the relationship.
 */
function relationshipSchema(relationship: Relationship): JsonSchema {
  const linkage = ref(identifierName(relationship.type));
  const links = object(
    {
      self: { type: 'string', format: 'uri' },
      related: { type: 'string', format: 'uri' },
      ...(isToMany(relationship) && { prev: { type: 'null' }, next: { type: 'string', format: 'uri' } }),
    },
    ['prev', 'next'],
  );
  if (isToMany(relationship)) return object({ links, data: { type: 'array', items: linkage } }, ['data']);
  const data = relationship.required ? linkage : { anyOf: [linkage, { type: 'null' }] };
  return object({ ...(relationship.exposed && { links }), data });
}

function sentSchemas(resource: Resource, name: string): Record<string, JsonSchema> {
  const { create, update } = resource;
  return {
    ...(create && {
      [`Create${name}`]: sentObject(resource, 'create', `Create${name}Attributes`),
      [`Create${name}Attributes`]: withDescriptions(resource, schemaOfDto(create)),
    }),
    ...(update && {
      [`Update${name}`]: sentObject(resource, 'update', `Update${name}Attributes`),
      [`Update${name}Attributes`]: withDescriptions(resource, schemaOfDto(update)),
    }),
  };
}

function withDescriptions({ described: by }: Resource, schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>).map(
    ([name, each]) => {
      const { description } = by[name] ?? {};
      return [name, description === undefined ? each : described(each, description)];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) as JsonSchema };
}

function sentObject(resource: Resource, request: 'create' | 'update', attributes: string): JsonSchema {
  const { type, relationships } = resource;
  const sent = Object.entries(relationships).filter(([, { writable }]) => writable?.includes(request));
  const required = sent
    .filter(([, each]) => request === 'create' && 'required' in each)
    .map(([each]) => each);
  const optional = sent.map(([each]) => each).filter((each) => !required.includes(each));
  const related = Object.fromEntries(
    sent.map(([each, relationship]) => [each, object({ data: sentLinkage(relationship) })]),
  );
  const hasRequired = Object.hasOwn(schemaOfDto(resource[request]!), 'required');
  const data = object(
    {
      type: { type: 'string', const: type },
      id: idSchema(resource),
      attributes: ref(attributes),
      ...(sent.length > 0 && { relationships: object(related, optional) }),
    },
    [
      ...(request === 'create' ? ['id'] : []),
      ...(hasRequired ? [] : ['attributes']),
      ...(required.length > 0 ? [] : ['relationships']),
    ],
  );
  return object({ data });
}

export function sentLinkage(relationship: Relationship): JsonSchema {
  const linkage = ref(identifierName(relationship.type));
  if (isToMany(relationship)) return { type: 'array', items: linkage };
  return 'required' in relationship ? linkage : { anyOf: [linkage, { type: 'null' }] };
}
