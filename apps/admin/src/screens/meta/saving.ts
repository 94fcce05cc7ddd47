import { isProblem, Problem } from '../../api/problem';
import { errorText, errorTexts } from '../../parts/error-words';
import type { Texts } from '../../texts/texts';
import { type Checked, type Finding, placeOf } from './json/check';

/**
 * Returns the API errors about `data` with their positions in the text. Returns an empty array if the errors concern
 * other attributes.
 */
export function refusals(t: Texts, error: unknown, { root }: Checked): Finding[] {
  if (!isProblem(error) || error.status !== 422 || !root) return [];
  return error.errors
    .filter(({ source }) => /^\/data\/attributes\/data(?:\/|$)/.test(source?.pointer ?? ''))
    .map((each) => ({
      level: 'error',
      text: 'meta.json.said',
      values: { said: errorText(t, each) },
      at: placeOf(each, root),
    }));
}

/** Returns the message for an API error that refers to no field of the form. */
export function refusalText(t: Texts, error: unknown): string | undefined {
  const isRefusal = isProblem(error) && error.status >= 400 && error.status < 500 && error.status !== 422;
  return isRefusal && error.errors.length > 0 ? errorTexts(t, error.errors) : undefined;
}

export function hasStatus(error: unknown, status: number): error is Problem {
  return isProblem(error) && error.status === status;
}
