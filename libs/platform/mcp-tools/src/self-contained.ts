import type { JsonSchema } from '@storewright/json-api';
import { referredName, resolved, type Schemas } from './api-document';

const LISTS = ['anyOf', 'allOf', 'oneOf'];
const SINGLE = ['items', 'additionalProperties', 'not'];

type Revise = (schema: JsonSchema) => JsonSchema;

/**
 * Copies all components that a JSON Schema uses into its `$defs`, because the schemas of MCP tools cannot
 * refer to a common document. `revise` is applied to each component and each nested schema, but not to
 * `schema` itself.
 */
export function selfContained(
  schema: JsonSchema,
  schemas: Schemas,
  revise: Revise = (unchanged) => unchanged,
): JsonSchema {
  const $defs: Record<string, JsonSchema> = {};
  const refer = (name: string): string => {
    if (!Object.hasOwn($defs, name)) {
      // An empty entry for the component prevents endless recursion if the component refers to itself.
      $defs[name] = {};
      $defs[name] = nested(resolved({ $ref: `#/components/schemas/${name}` }, schemas));
    }
    return `#/$defs/${name}`;
  };
  const convert = (given: JsonSchema): JsonSchema =>
    Object.fromEntries(
      Object.entries(given).map(([keyword, value]) => [keyword, member(given, keyword, value)]),
    );
  const nested = (given: JsonSchema): JsonSchema => convert(revise(given));
  const member = (given: JsonSchema, keyword: string, value: unknown): unknown => {
    const name = keyword === '$ref' ? referredName(given) : undefined;
    if (name !== undefined) return refer(name);
    if (keyword === 'properties')
      return Object.fromEntries(Object.entries(value as Schemas).map(([each, own]) => [each, nested(own)]));
    if (LISTS.includes(keyword)) return (value as JsonSchema[]).map(nested);
    if (SINGLE.includes(keyword) && typeof value === 'object') return nested(value as JsonSchema);
    return value;
  };
  const converted = convert(schema);
  return Object.keys($defs).length > 0 ? { ...converted, $defs } : converted;
}
