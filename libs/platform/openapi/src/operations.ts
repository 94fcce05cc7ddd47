import { atomicExtension, type JsonSchema, mediaType, type Resource } from '@storewright/json-api';
import { schemaName } from './names';
import { object, ref } from './resource-schema';

export const atomicMediaType = `${mediaType}; ext="${atomicExtension}"`;

const id = { type: 'string', format: 'uuid' };
const lid = { type: 'string', minLength: 1 };

const identified: JsonSchema = {
  oneOf: [{ required: ['id'] }, { required: ['lid'] }],
};

const operationRef: JsonSchema = {
  ...object({ type: { type: 'string' }, id, lid, relationship: { type: 'string' } }, [
    'id',
    'lid',
    'relationship',
  ]),
  ...identified,
  description: 'Identifies the object by its id, or by the local id from an operation of the same request.',
};

/**
 * JSON Schema of `meta.version` in an atomic operation. The operation fails if the object has a different
 * version, as with If-Match.
 */
const known: JsonSchema = {
  ...object({ version: { type: 'integer', minimum: 1 } }, ['version']),
  description: 'Runs the operation only if the object still has this version.',
};

const linkage: JsonSchema = object({ type: { type: 'string' }, id, lid }, ['id', 'lid']);

/**
 * Returns the JSON Schemas of an atomic operations request, in which operations create, update and delete
 * resources and change relationships.
 */
export function operationsSchemas(resources: readonly Resource[]): Record<string, JsonSchema> {
  const target = {
    ref: ref('OperationRef'),
    href: { type: 'string', format: 'uri-reference' },
    meta: ref('OperationMeta'),
  };
  const can = (request: 'create' | 'update') =>
    resources.filter((resource) => resource[request] && isWritten(resource));
  const all = [
    ...can('create').map((resource) => sent('add', ref(`Create${schemaName(resource)}`))),
    ...can('update').map((resource) => sent('update', ref(`Update${schemaName(resource)}`), target)),
    object({ op: { const: 'remove' }, ...target }, Object.keys(target)),
    object(
      {
        op: { enum: ['add', 'update', 'remove'] },
        ref: ref('OperationRef'),
        data: ref('OperationLinkage'),
        meta: ref('OperationMeta'),
      },
      ['meta'],
    ),
  ];
  return {
    OperationRef: operationRef,
    OperationMeta: known,
    OperationLinkage: { anyOf: [linkage, { type: 'array', items: linkage }, { type: 'null' }] },
    Operations: object({
      'atomic:operations': { type: 'array', minItems: 1, maxItems: 100, items: { anyOf: all } },
    }),
    OperationResults: operationResults(resources),
  };
}

function operationResults(resources: readonly Resource[]): JsonSchema {
  return object({
    jsonapi: object({
      version: { const: '1.1' },
      ext: { type: 'array', items: { const: atomicExtension }, minItems: 1 },
    }),
    'atomic:results': {
      type: 'array',
      items: {
        description: 'Empty if the operation has no data to return.',
        anyOf: [
          object({
            data: { anyOf: resources.filter(isWritten).map((resource) => ref(schemaName(resource))) },
          }),
          { type: 'object', additionalProperties: false },
        ],
      },
    },
  });
}

const isWritten = ({ create, update, versioned }: Resource) => versioned && (create ?? update) !== undefined;

function sent(op: string, document: JsonSchema, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  return { allOf: [document, object({ op: { const: op }, ...more }, Object.keys(more))] };
}
