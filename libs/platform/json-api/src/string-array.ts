import { shown, type Violations } from './api-error';
import { Rule } from './validators';

/** Enough for all lists of names; each invalid name gets an error. */
const MAX_STRINGS = 200;

function isStringArray(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length <= MAX_STRINGS && value.every((each) => typeof each === 'string')
  );
}

/** A list of strings. `what` describes the elements in the message: `scopes such as "meta.get"`. */
export function IsStringArray(what: string): PropertyDecorator {
  return Rule('isStringArray', isStringArray, `a list of at most ${MAX_STRINGS} ${what}`, {
    type: 'array',
    maxItems: MAX_STRINGS,
    items: { type: 'string' },
  });
}

/** Allowed names of a list attribute. */
export interface Vocabulary {
  /** Singular noun for messages: `scope`. */
  what: string;
  has: (name: string) => boolean;
  /** Clause for messages that says where the names are documented. */
  see: string;
}

/** Adds a violation with a pointer for each unknown name. Call it in `check` of a DTO. */
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
      detail: `"${shown(name)}" is not a known ${what}; ${see}.`,
      source: { pointer: `${pointer}/${at}` },
      meta: { attribute: pointer.split('/').at(-1) },
    });
  }
}
