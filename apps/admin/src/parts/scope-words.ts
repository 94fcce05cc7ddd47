import { isTextId, type Texts } from '../texts/catalogue';
import type { Sentence } from './scopes';

/** Returns the translated name of a resource. Without a translation, returns the resource's API name. */
export function resourceName(t: Texts, resource: string): string {
  const id = `scopes.resource.${resource}`;
  return isTextId(id) ? t(id) : resource.charAt(0).toUpperCase() + resource.slice(1).replaceAll('_', ' ');
}

/**
 * Translates the sentence of a scope or event type. Keeps the API's English sentence if there is no translation, for
 * example for a custom resource.
 */
export function translated<S extends Sentence>(t: Texts, sentence: S): S {
  const id = `sentence.${sentence.id}`;
  if (!isTextId(id)) return sentence;
  return { ...sentence, attributes: { ...sentence.attributes, sentence: t(id) } };
}
