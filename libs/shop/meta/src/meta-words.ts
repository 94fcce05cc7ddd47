import { isGivenBack, isUuid } from '@storewright/json-api';
import type { MetaCondition } from './search';

/** Conditions on a meta object that follow from the words of `filter[q]`. */
export interface WordConditions {
  /** Id of the resource that the meta object is attached to. */
  resource_id?: string;
  conditions: MetaCondition[];
}

/**
 * Converts the words of `filter[q]` to conditions that an index can answer. `colour` requires the key,
 * `colour=blue` the key with this value. A UUID requires that the meta object is attached to the resource
 * with this id.
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
  // The person is still typing, so the value is not known yet.
  return text === '' ? { key } : { key, value: valueOf(text) };
}

/** Parses a JSON string, number or boolean. Any other text is used as a string. */
function valueOf(text: string): string | number | boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    return typeof value === 'number' && isGivenBack(text) ? value : text;
  } catch {
    return text;
  }
}
