import { type ErrorObject, fieldOf } from '../api/problem';
import { isTextId, type Texts } from '../texts/catalogue';

/**
 * What an error of the API means, in the language of the person: by the attribute that is wrong, else by its code. undefined: the catalogue has neither,
 * and what the API says is the best there is.
 */
export function ownText(t: Texts, error: ErrorObject): string | undefined {
  const isWrong = error.code === 'invalid_attribute';
  const id = isWrong ? `error.attribute.${fieldOf(error)}` : `error.code.${error.code}`;
  return isTextId(id) ? t(id) : undefined;
}

export function errorText(t: Texts, error: ErrorObject): string {
  return ownText(t, error) ?? error.detail ?? error.title;
}

/** Of all errors of an answer, each text once. */
export function errorTexts(t: Texts, errors: readonly ErrorObject[]): string {
  return [...new Set(errors.map((each) => errorText(t, each)))].join(' ');
}
