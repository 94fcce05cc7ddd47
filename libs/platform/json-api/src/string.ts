import { ValidateBy, type ValidationOptions } from 'class-validator';

/** Counts code points, as the contract does: an emoji is one, where `length` says two. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Text that Postgres can keep: without U+0000 and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A string of `min` to `max` code points that can be stored. */
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
          defaultMessage: () => `${String(property)} has ${min} to ${max} characters`,
        },
      },
      { ...options, context: { schema: { type: 'string', minLength: min, maxLength: max } } },
    )(target, property);
    ValidateBy(
      {
        name: 'isStorable',
        validator: {
          validate: (value: unknown) => typeof value !== 'string' || isStorable(value),
          defaultMessage: () => `${String(property)} must not hold U+0000 or an unpaired surrogate`,
        },
      },
      { ...options, context: { code: 'invalid_text' } },
    )(target, property);
    ValidateBy(
      {
        name: 'isString',
        validator: {
          validate: (value: unknown) => typeof value === 'string',
          defaultMessage: () => `${String(property)} is a string`,
        },
      },
      options,
    )(target, property);
  };
}
