import type { JsonSchema } from '@storewright/json-api';
import {
  type ApiDocument,
  type ApiOperation,
  type ApiParameter,
  parametersOf,
  propertiesOf,
  resolved,
  type Schemas,
  successesOf,
} from './api-document';
import { selfContained } from './self-contained';

/**
 * Arguments that a tool sends as request headers, with the names of the headers. The MCP client sends all
 * other headers itself.
 */
export const HEADERS: Readonly<Record<string, string>> = {
  if_match: 'If-Match',
  idempotency_key: 'Idempotency-Key',
};

/** Query parameters without a tool argument. The argument `page.after` is enough to reach every page. */
const NOT_OFFERED = ['page[before]', 'page[number]'];

/** Filter operators that tools do not describe, because the names explain themselves. */
const PLAIN_OPERATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'exists'];

const FIELDS = 'fields[';

/**
 * JSON Schema of a sparse fieldset. It does not list the field names, which would make up a quarter of the
 * size of all tools.
 */
const NAMES: JsonSchema = { type: 'array', items: { type: 'string' } };

const INCLUDE_DESCRIPTION =
  'Relationships whose objects the result includes. Each requires the scope to read its type.';

const META_FILTER = 'filter[meta]';

/** JSON Schema of the conditions in `filter[meta]` (docs/guides/meta.md). */
const META_CONDITIONS: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 16,
  items: {
    type: 'object',
    properties: {
      key: { type: 'string' },
      operator: { enum: ['=', '!=', '>', '>=', '<', '<='], default: '=' },
      value: { type: ['string', 'number', 'boolean'] },
    },
    required: ['key', 'value'],
    additionalProperties: false,
  },
  description: 'Conditions on metadata. An object must meet all of them. Requires the scope meta.collection.',
};

const ATOMIC_MEMBER = 'atomic:operations';
export const OPERATIONS = 'operations';

/**
 * Returns the JSON Schema of a tool's arguments: the parameters and body members of an OpenAPI operation.
 *
 * @param namesFields returns true for a resource type whose field names the output schema omits
 */
export function inputSchemaOf(
  operation: ApiOperation,
  document: ApiDocument,
  namesFields: (type: string) => boolean,
): JsonSchema {
  const { schemas } = document.components;
  const offered = offeredParameters(operation, document);
  const tree = new Group();
  for (const parameter of offered.filter(({ in: place }) => place !== 'header'))
    tree.add(segmentsOf(parameter.name), leafOf(parameter, namesFields), parameter.required === true);
  const body = bodySchemaOf(operation, schemas);
  const { properties, required } = tree.members();
  const headers = Object.entries(HEADERS).flatMap(([argument, name]) => {
    const parameter = offered.find((each) => each.in === 'header' && each.name === name);
    return parameter ? [[argument, leafOf(parameter, namesFields)] as const] : [];
  });
  const all = { ...properties, ...propertiesOf(body), ...Object.fromEntries(headers) };
  const needed = [...new Set([...required, ...((body?.['required'] ?? []) as string[])])];
  return selfContained(objectOf(all, needed), schemas);
}

export function offeredParameters(operation: ApiOperation, document: ApiDocument): ApiParameter[] {
  const all = parametersOf(operation, document).filter(
    ({ name, in: place }) =>
      !NOT_OFFERED.includes(name) && (place !== 'header' || Object.values(HEADERS).includes(name)),
  );
  return all.filter(
    ({ name }) =>
      // Omits `filter[title]` if the filter has operators, because `filter[title][eq]` has the same effect.
      !all.some((other) => other.name.startsWith(`${name}[`)) && !(isWrite(operation) && ofResponse(name)),
  );
}

/**
 * True for an operation that changes data. Such an operation has a request body, or a successful response
 * without content.
 */
const isWrite = (operation: ApiOperation): boolean =>
  operation.requestBody !== undefined || successesOf(operation).some(({ content }) => !content);

/**
 * True for parameters that select the content of the response. Write tools omit these parameters, which
 * halves the size of these tools.
 */
const ofResponse = (name: string): boolean => name === 'include' || name.startsWith(FIELDS);

export function segmentsOf(name: string): string[] {
  return name.split(/[[\]]+/).filter((part) => part !== '');
}

function leafOf(
  { name, description, schema }: ApiParameter,
  namesFields: (type: string) => boolean,
): JsonSchema {
  if (name === META_FILTER) return META_CONDITIONS;
  if (name.startsWith(FIELDS) && !namesFields(segmentsOf(name)[1]!)) return NAMES;
  if (name === 'include') return { ...firstLevel(schema), description: INCLUDE_DESCRIPTION };
  const isPlain = PLAIN_OPERATORS.includes(segmentsOf(name)[2] ?? '');
  return description === undefined || isPlain ? schema : { ...schema, description };
}

/**
 * Removes paths with several relationships from the schema of `include`, because they would make up most of a
 * tool's size.
 */
function firstLevel(schema: JsonSchema): JsonSchema {
  const items = schema['items'] as { enum?: readonly string[] } | undefined;
  if (!items?.enum) return schema;
  return { ...schema, items: { ...items, enum: items.enum.filter((path) => !path.includes('.')) } };
}

/** Query parameters whose names begin with the same word. They become one argument with nested objects. */
class Group {
  private readonly groups = new Map<string, Group>();
  private readonly leaves = new Map<string, JsonSchema>();
  private readonly required = new Set<string>();

  add([first, ...rest]: string[], leaf: JsonSchema, isRequired: boolean): void {
    if (isRequired) this.required.add(first!);
    if (rest.length === 0) return void this.leaves.set(first!, leaf);
    const group = this.groups.get(first!) ?? new Group();
    this.groups.set(first!, group);
    group.add(rest, leaf, isRequired);
  }

  members(): { properties: Schemas; required: string[] } {
    const groups = [...this.groups].map(([name, group]) => {
      const { properties, required } = group.members();
      return [name, objectOf(properties, required)] as const;
    });
    return { properties: Object.fromEntries([...this.leaves, ...groups]), required: [...this.required] };
  }
}

function objectOf(properties: Schemas, required: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/**
 * Returns the JSON Schema of the arguments that a tool sends in the request body: the members of the resource
 * object, or the atomic operations.
 */
function bodySchemaOf({ requestBody }: ApiOperation, schemas: Schemas): JsonSchema | undefined {
  const [content] = Object.values(requestBody?.content ?? {});
  if (!content) return undefined;
  const members = propertiesOf(resolved(content.schema, schemas));
  const operations = members[ATOMIC_MEMBER];
  if (operations)
    return { properties: { [OPERATIONS]: operationsSchema(operations) }, required: [OPERATIONS] };
  const data = resolved(members['data'] ?? {}, schemas);
  const { type: _type, ...properties } = propertiesOf(data);
  const required = ((data['required'] ?? []) as string[]).filter((name) => name !== 'type');
  return { properties, required };
}

/**
 * JSON Schema of one atomic operation. It does not list attributes, because the create and update tools of
 * each resource describe the attributes.
 */
function operationsSchema({ minItems, maxItems }: JsonSchema): JsonSchema {
  return {
    type: 'array',
    minItems,
    maxItems,
    items: {
      type: 'object',
      properties: {
        op: { enum: ['add', 'update', 'remove'] },
        ref: { $ref: '#/components/schemas/OperationRef' },
        data: {
          description:
            'For an object: type, id or lid, attributes and relationships, as in the tools that create and ' +
            'update an object of this type. For a relationship: identifiers.',
        },
        meta: { $ref: '#/components/schemas/OperationMeta' },
      },
      required: ['op'],
    },
  };
}
