import type { JsonSchema } from '@storewright/json-api';
import {
  type ApiOperation,
  propertiesOf,
  referredName,
  resolved,
  type Schemas,
  successesOf,
} from './api-document';
import { selfContained } from './self-contained';

const ATOMIC_MEMBER = 'atomic:results';
export const RESULTS = 'results';

const text = (description: string): JsonSchema => ({ type: 'string', description });

const NEXT: JsonSchema = {
  type: ['string', 'null'],
  description: 'Cursor of the next page, for the argument page.after. null on the last page.',
};
const ETAG = text('Version of the object, for the argument if_match.');
const NOTICE = text('Explains which part of the result was omitted, and how to read that part.');

/**
 * JSON Schema of the result of a write tool. This is the written object or a proposal for the write, and null
 * after a deletion. Only the tool that reads an object describes the attributes.
 */
const WRITTEN: JsonSchema = {
  type: ['object', 'null'],
  description:
    'The object after the change, or a proposals object if a member of the shop must approve the change.',
};

/**
 * JSON Schema of a list of objects with several types. It omits the attributes, which would make up most of a
 * tool's size.
 */
const OBJECTS: JsonSchema = { type: 'array', items: { type: 'object' } };

/**
 * Returns the JSON Schema of a tool's structured result: the members of the response document without links.
 *
 * @param reader name of the tool that reads a single object of the list and describes its attributes
 */
export function outputSchemaOf(operation: ApiOperation, schemas: Schemas, reader?: string): JsonSchema {
  const [success, ...others] = successesOf(operation);
  const [answer] = Object.values(success?.content ?? {});
  if (!answer) return { type: 'object', properties: { data: { type: 'null' } }, required: ['data'] };
  const members = propertiesOf(resolved(answer.schema, schemas));
  const { jsonapi: _jsonapi, links, included, data, [ATOMIC_MEMBER]: results, ...rest } = members;
  const properties = {
    ...(data && { data: dataSchema(data, operation, reader) }),
    ...(results && { [RESULTS]: { ...OBJECTS, description: 'The result of each operation, in order.' } }),
    ...rest,
    ...(included && { included: OBJECTS }),
    ...(links && isPageLinks(links) && { next: NEXT }),
    ...(success?.headers?.['ETag'] !== undefined && { etag: ETAG }),
    notice: NOTICE,
  };
  // An operation with several successful responses requires no data, because a 202 response can lack data.
  const required = others.length === 0 ? { required: [results ? RESULTS : 'data'] } : {};
  return selfContained({ type: 'object', properties, ...required }, schemas, partial);
}

function dataSchema(data: JsonSchema, operation: ApiOperation, reader?: string): JsonSchema {
  const isWrite = operation.requestBody !== undefined || successesOf(operation).length > 1;
  if (isWrite) return WRITTEN;
  if (reader) return { ...OBJECTS, description: `Objects in the form that the tool ${reader} returns.` };
  return hasSeveralTypes(data) ? OBJECTS : data;
}

const isPageLinks = (links: JsonSchema): boolean => referredName(links) === 'PageLinks';

function hasSeveralTypes({ items }: JsonSchema): boolean {
  return (items as JsonSchema | undefined)?.['anyOf'] !== undefined;
}

/**
 * Removes `required`, because sparse fieldsets and missing scopes can omit members. Also removes links and
 * the schemas of relationships and meta, because an agent must read the schemas of all tools at once.
 */
function partial({ required: _required, ...schema }: JsonSchema): JsonSchema {
  const { links: _links, ...properties } = propertiesOf(schema);
  if (!properties['attributes']) return schema;
  const { relationships, meta } = properties;
  return {
    ...schema,
    properties: {
      ...properties,
      ...(relationships && { relationships: { type: 'object' } }),
      ...(meta && { meta: { type: 'object' } }),
    },
  };
}
