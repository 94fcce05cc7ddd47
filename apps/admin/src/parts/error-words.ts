import { type ErrorObject, fieldOf } from '../api/problem';
import { isTextId, shown, type Texts } from '../texts/catalogue';

/**
 * What an error of the API means, in the language of the person: by the attribute that is wrong, else by its code. undefined: what the API says is the
 * best there is, as the catalogue has neither, or as the person reads English and the API knows exactly what is wrong with this value.
 */
export function ownText(t: Texts, error: ErrorObject): string | undefined {
  const field = fieldOf(error);
  if (shown.language === 'en' && field !== undefined && error.detail !== undefined) return undefined;
  if (error.code === 'invalid_query_parameter') return parameterText(t, error);
  const id = error.code === 'invalid_attribute' ? `error.attribute.${field}` : `error.code.${error.code}`;
  return isTextId(id) ? t(id) : undefined;
}

/** What is wrong with the address of a list: by what the API says of a search of meta, else by the parameter. */
function parameterText(t: Texts, { code, detail, source, meta }: ErrorObject): string | undefined {
  if (shown.language === 'en' && detail !== undefined) return undefined;
  const ids = [`error.filter.${meta?.reason}`, `error.parameter.${source?.parameter}`, `error.code.${code}`];
  const id = ids.find(isTextId);
  return id && t(id);
}

export function errorText(t: Texts, error: ErrorObject): string {
  return ownText(t, error) ?? error.detail ?? error.title;
}

/** Of all errors of an answer, each text once. */
export function errorTexts(t: Texts, errors: readonly ErrorObject[]): string {
  return [...new Set(errors.map((each) => errorText(t, each)))].join(' ');
}
