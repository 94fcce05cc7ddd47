import { isGivenBack, isUuid } from '@storewright/json-api';
import type { MetaCondition } from './search';

export interface WordConditions {
  resource_id?: string;
  conditions: MetaCondition[];
}

/**
 * Converts the words in `filter[q]` to conditions on metadata that an index supports. `colour` requires the
 * key, and `colour=blue` requires the key with this value. A UUID requires metadata that is attached to the
 * resource with this id.
 */
export function conditionsOfWords(words: readonly string[]): WordConditions {
  const resource_id = words.find(isUuid);
  const conditions = words.filter((word) => word !== resource_id).map(conditionOf);
  return resource_id === undefined ? { conditions } : { resource_id, conditions };
}

function conditionOf(word: string): MetaCondition {
  const at = word.indexOf('=');
  if (at < 1) return { key: word };
  const [key, text] = [word.slice(0, at), word.slice(at + 1)];
  // Ignores an empty value, because the user is still typing.
  return text === '' ? { key } : { key, value: valueOf(text) };
}

/** Parses a JSON string, number or boolean. Returns other text as a string. */
function valueOf(text: string): string | number | boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    return typeof value === 'number' && isGivenBack(text) ? value : text;
  } catch {
    return text;
  }
}
