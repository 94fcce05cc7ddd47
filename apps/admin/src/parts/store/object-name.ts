import type { Resource } from '../../api/documents';
import { nameOf } from './person-name';

/** Attributes that can serve as an object's name, highest priority first. */
const NAMES = ['title', 'code', 'name'] as const;

/**
 * Returns a short name of an object for messages, such as a title, `#1001` or an email. Returns undefined for an
 * object without a name.
 */
export function objectName({ attributes }: Resource<object>): string | undefined {
  const values = attributes as Record<string, unknown>;
  const named = NAMES.map((name) => values[name]).find((value) => typeof value === 'string' && value !== '');
  if (typeof named === 'string') return named;
  if (typeof values['number'] === 'number') return `#${values['number']}`;
  const { email } = values;
  return nameOf(values) || (typeof email === 'string' ? email : undefined);
}
