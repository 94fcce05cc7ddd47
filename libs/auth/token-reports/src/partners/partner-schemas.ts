import type { JsonSchema } from '@storewright/json-api';
import { tokenPatterns } from '@storewright/tokens';

const text = { type: 'string' };
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  ...{ type: 'object', properties, required },
});
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

export const githubMatches = {
  mediaType: 'application/json',
  schema: list(object({ token: text, type: text, url: text, source: text }, ['token', 'type'])),
};
export const githubLabels = list(
  object({ token_raw: text, token_type: text, label: { enum: ['true_positive', 'false_positive'] } }),
);
export const gitlabMatches = {
  mediaType: 'application/json',
  schema: list(object({ token: text, type: text, location: text }, ['token', 'type'])),
};

/** Names of token patterns in GitLab's Secret Detection, which adds a prefix to the rule ids of Gitleaks. */
export const gitlabTypes = tokenPatterns.map(({ type }) => `gitleaks_rule_id_${type}`);
export const gitlabTypesSchema = object({ types: list({ enum: gitlabTypes }) });

export const patternsSchema = object({
  patterns: list(object({ type: text, prefix: text, pattern: text, checksum: { const: 'crc32-base62' } })),
});
