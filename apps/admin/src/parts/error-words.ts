import { type ErrorObject, fieldOf } from '../api/problem';
import { isTextId, shown, type Texts } from '../texts/catalogue';

/**
 * Panel text for an API error, by the attribute, otherwise by the code. Returns undefined if the API's own
 * text is better: the catalogue has none, or the person reads English and the API's detail is specific to the
 * value.
 */
export function ownText(t: Texts, error: ErrorObject): string | undefined {
  const field = fieldOf(error);
  if (shown.language === 'en' && field !== undefined && error.detail !== undefined) return undefined;
  if (error.code === 'invalid_query_parameter') return parameterText(t, error);
  const id = error.code === 'invalid_attribute' ? `error.attribute.${field}` : `error.code.${error.code}`;
  return isTextId(id) ? t(id) : undefined;
}

/** Text for a faulty query parameter, by the detail of a meta search, otherwise by the parameter. */
function parameterText(t: Texts, { code, detail, source, meta }: ErrorObject): string | undefined {
  if (shown.language === 'en' && detail !== undefined) return undefined;
  const ids = [`error.filter.${meta?.reason}`, `error.parameter.${source?.parameter}`, `error.code.${code}`];
  const id = ids.find(isTextId);
  return id && t(id);
}

export function errorText(t: Texts, error: ErrorObject): string {
  return ownText(t, error) ?? error.detail ?? error.title;
}

/** Texts of all errors without duplicates. */
export function errorTexts(t: Texts, errors: readonly ErrorObject[]): string {
  return [...new Set(errors.map((each) => errorText(t, each)))].join(' ');
}
