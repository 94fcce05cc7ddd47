import { ValidateBy, type ValidationOptions } from 'class-validator';

/**
 * Returns the length of a text in code points, as the API contract requires. An emoji is one code point, but
 * two UTF-16 units.
 */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** True if Postgres can store the text: it contains no U+0000 and no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Validates a string of `min` to `max` code points without U+0000 and unpaired surrogates. */
export function IsText(min: number, max: number, options?: ValidationOptions): PropertyDecorator {
  return (target, property) => {
    ValidateBy(
      {
        name: 'isLength',
        constraints: [min, max],
        validator: {
          validate: (value: unknown) =>
            typeof value !== 'string' ||
            !isStorable(value) ||
            (codePoints(value) >= min && codePoints(value) <= max),
          defaultMessage: () => `${String(property)} must have ${min} to ${max} characters`,
        },
      },
      { ...options, context: { schema: { type: 'string', minLength: min, maxLength: max } } },
    )(target, property);
    ValidateBy(
      {
        name: 'isStorable',
        validator: {
          validate: (value: unknown) => typeof value !== 'string' || isStorable(value),
          defaultMessage: () => `${String(property)} must not contain U+0000 or an unpaired surrogate`,
        },
      },
      { ...options, context: { code: 'invalid_text' } },
    )(target, property);
    ValidateBy(
      {
        name: 'isString',
        validator: {
          validate: (value: unknown) => typeof value === 'string',
          defaultMessage: () => `${String(property)} must be a string`,
        },
      },
      options,
    )(target, property);
  };
}
