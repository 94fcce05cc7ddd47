import { type ErrorObject, fieldOf } from '../api/problem';
import { isTextId, type Texts } from '../texts/catalogue';

/**
 * Error codes for which the panel shows one general message, because only a bug in a program can cause the
 * error. A spec checks that every other error code has a text.
 */
export const programCodes: ReadonlySet<string> = new Set([
  ...['malformed_document', 'malformed_request', 'malformed_operation', 'too_many_operations'],
  ...['duplicate_authorization', 'duplicate_lid', 'several_problems', 'invalid_shop_id', 'invalid_client'],
  ...['prefetch_refused', 'code_verifier_required', 'nonce_not_found', 'nonce_expired', 'nonce_used'],
  ...['client_id_not_allowed', 'relationship_not_writable', 'type_mismatch', 'id_mismatch'],
  ...['method_not_allowed', 'not_acceptable', 'unsupported_media_type', 'misdirected_request'],
  ...['headers_too_large', 'unknown_attribute', 'not_fillable', 'unknown_relationship'],
]);

/** Error texts of a form, keyed by field. A form's text replaces the general text for the attribute. */
export type FieldTexts = Readonly<Record<string, string>>;

/**
 * Returns the panel's text for an API error. Only an unknown error code shows the API's own detail, which contains
 * attribute names and minor units.
 */
export function errorText(t: Texts, error: ErrorObject, fieldTexts: FieldTexts = {}): string {
  const { code, detail, title } = error;
  if (programCodes.has(code)) return t('error.program');
  const field = fieldOf(error);
  const own = code === 'invalid_attribute' && field !== undefined ? fieldTexts[field] : undefined;
  const id = idsOf(error).find(isTextId);
  return own ?? (id === undefined ? (detail ?? title) : t(id));
}

/** Returns the ids of texts for an error, most specific first. */
function idsOf(error: ErrorObject): string[] {
  const { code, source, meta } = error;
  const ids = [`error.code.${code}`];
  if (code === 'invalid_attribute') ids.unshift(`error.attribute.${fieldOf(error)}`);
  if (code === 'invalid_query_parameter')
    ids.unshift(`error.filter.${meta?.reason}`, `error.parameter.${source?.parameter}`);
  return ids;
}

export function errorTexts(t: Texts, errors: readonly ErrorObject[]): string {
  return [...new Set(errors.map((each) => errorText(t, each)))].join(' ');
}
