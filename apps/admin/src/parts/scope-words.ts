import { isTextId, type Texts } from '../texts/catalogue';
import type { Sentence } from './scopes';

/** Returns the display name of a resource, or the API name if the texts contain none. */
export function resourceName(t: Texts, resource: string): string {
  const id = `scopes.resource.${resource}`;
  return isTextId(id) ? t(id) : resource.charAt(0).toUpperCase() + resource.slice(1).replaceAll('_', ' ');
}

/**
 * Returns the sentence in the person's language. Returns the API's sentence if the texts contain none, as for
 * a newer service or a custom resource.
 */
export function translated<S extends Sentence>(t: Texts, sentence: S): S {
  const id = `sentence.${sentence.id}`;
  if (!isTextId(id)) return sentence;
  return { ...sentence, attributes: { ...sentence.attributes, sentence: t(id) } };
}
