import { isTextId, type Texts } from '../texts/catalogue';
import type { Sentence } from './scopes';

/** Returns the translated name of a resource, or its API name without a translation. */
export function resourceName(t: Texts, resource: string): string {
  const id = `scopes.resource.${resource}`;
  return isTextId(id) ? t(id) : resource.charAt(0).toUpperCase() + resource.slice(1).replaceAll('_', ' ');
}

/**
 * Translates the sentence of a scope or event type. Falls back to the API's English sentence, for example for
 * a custom resource.
 */
export function translated<S extends Sentence>(t: Texts, sentence: S): S {
  const id = `sentence.${sentence.id}`;
  if (!isTextId(id)) return sentence;
  return { ...sentence, attributes: { ...sentence.attributes, sentence: t(id) } };
}
