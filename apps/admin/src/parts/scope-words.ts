import { isTextId, type Texts } from '../texts/catalogue';
import type { Sentence } from './scopes';

/** Display name of a resource, or the resource's own name if the catalogue has none. */
export function resourceName(t: Texts, resource: string): string {
  const id = `scopes.resource.${resource}`;
  return isTextId(id) ? t(id) : resource.charAt(0).toUpperCase() + resource.slice(1).replaceAll('_', ' ');
}

/**
 * Sentence in the person's language, or the API's sentence if the catalogue has none, as for a newer service
 * or a custom resource.
 */
export function translated<S extends Sentence>(t: Texts, sentence: S): S {
  const id = `sentence.${sentence.id}`;
  if (!isTextId(id)) return sentence;
  return { ...sentence, attributes: { ...sentence.attributes, sentence: t(id) } };
}
