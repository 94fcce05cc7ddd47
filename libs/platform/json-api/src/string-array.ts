import { shown, type Violations } from './api-error';
import { Rule } from './validators';

/** Maximum number of strings in a list attribute. It limits the number of violations in an error response. */
const MAX_STRINGS = 200;

function isStringArray(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length <= MAX_STRINGS && value.every((each) => typeof each === 'string')
  );
}

/**
 * Validates that an attribute is a list of strings. `what` names the elements in the error message, such as
 * `scopes such as "meta.get"`.
 */
export function IsStringArray(what: string): PropertyDecorator {
  return Rule('isStringArray', isStringArray, `a list of at most ${MAX_STRINGS} ${what}`, {
    type: 'array',
    maxItems: MAX_STRINGS,
    items: { type: 'string' },
  });
}

export interface Vocabulary {
  /** Singular noun for a name in error messages, such as `scope`. */
  what: string;
  has: (name: string) => boolean;
  /**
   * End of the error message for an unknown name, such as a reference to the page that lists the valid names.
   */
  see: string;
}

/**
 * Adds a violation for each unknown name in a list attribute. The `check` method of a DTO calls this
 * function.
 */
export function checkNames(
  names: unknown,
  { what, has, see }: Vocabulary,
  violations: Violations,
  pointer: string,
): void {
  if (!isStringArray(names)) return;
  for (const [at, name] of names.entries()) {
    if (has(name)) continue;
    violations.add('invalid_attribute', {
      detail: `"${shown(name)}" is not a known ${what}: ${see}.`,
      source: { pointer: `${pointer}/${at}` },
      meta: { attribute: pointer.split('/').at(-1) },
    });
  }
}
