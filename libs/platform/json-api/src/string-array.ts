import { shown, type Violations } from './api-error';
import { Rule } from './validators';

/** More than anybody needs, and few enough to name each one that is wrong. */
const MAX_STRINGS = 200;

function isStringArray(value: unknown): value is string[] {
  return (
    Array.isArray(value) && value.length <= MAX_STRINGS && value.every((each) => typeof each === 'string')
  );
}

/** A list of strings. `what`: of what, for the message: `scopes such as "meta.get"`. */
export function IsStringArray(what: string): PropertyDecorator {
  return Rule('isStringArray', isStringArray, `a list of at most ${MAX_STRINGS} ${what}`, {
    type: 'array',
    maxItems: MAX_STRINGS,
    items: { type: 'string' },
  });
}

/** The names that a list attribute may hold. */
export interface Vocabulary {
  /** One of them, as messages call it: `scope`. */
  what: string;
  has: (name: string) => boolean;
  /** Where they are listed, for the message. */
  see: string;
}

/** Adds a violation for each name in the list that the vocabulary does not have, with a pointer to it. For a DTO's `check`. */
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
      detail: `There is no ${what} "${shown(name)}"; ${see}.`,
      source: { pointer: `${pointer}/${at}` },
      meta: { attribute: pointer.split('/').at(-1) },
    });
  }
}
