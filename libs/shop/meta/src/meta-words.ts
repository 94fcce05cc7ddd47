import { isGivenBack, isUuid } from '@storewright/json-api';
import type { MetaCondition } from './search';

/** What the words of `filter[q]` require of a meta object. */
export interface WordConditions {
  /** Id of the object that the data is attached to. */
  resource_id?: string;
  conditions: MetaCondition[];
}

/**
 * Converts the words of `filter[q]` to conditions on keys, because only keys have an index: `colour` requires the
 * key, `colour=blue` also its value, and a UUID requires the id of the object that the data is attached to.
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
  // A person who types has not typed the value yet.
  return text === '' ? { key } : { key, value: valueOf(text) };
}

/** Parses a JSON string, number or boolean. Returns any other text as a string. */
function valueOf(text: string): string | number | boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    return typeof value === 'number' && isGivenBack(text) ? value : text;
  } catch {
    return text;
  }
}
