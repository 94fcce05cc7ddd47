import { isCurrency } from '@storewright/money';
import { ValidateBy, ValidateIf } from 'class-validator';
import { isTimeZone } from './days';
import { fits } from './filter';
import { codePoints, isStorable } from './string';
import type { JsonSchema } from './types';

/*
 * Property decorators for DTO classes, each with an error message and a JSON Schema. Some names differ from
 * class-validator because the behavior differs: `IsOmittable` rejects null, but IsOptional of
 * class-validator accepts null.
 */

/** Property decorator: the attribute can be absent. Null is validated like any other value. */
export function IsOmittable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** Property decorator: the attribute can be absent or null. */
export function IsNullable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined && value !== null);
}

/** Attaches a JSON Schema to a class-validator rule. The OpenAPI document contains the schema. */
export const described = (schema: JsonSchema) => ({ context: { schema } });

/** Creates a validation rule with a JSON Schema. `message` completes the error message "title must be …". */
export function Rule(
  name: string,
  holds: (value: unknown) => boolean,
  message: string,
  schema: JsonSchema,
): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: { validate: holds, defaultMessage: (given) => `${given?.property} must be ${message}` },
    },
    described(schema),
  );
}

const isInt = (value: unknown, least: number, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

/** Validates an amount in the smallest unit of its currency: 1995 means € 19.95. */
export function IsAmount(least = 0): PropertyDecorator {
  return Rule(
    'isAmount',
    (value) => isInt(value, least, 1e15),
    `a whole number from ${least} to 10^15, in the smallest unit of the currency`,
    { type: 'integer', minimum: least, maximum: 1e15 },
  );
}

export function IsIntBetween(least: number, most: number): PropertyDecorator {
  return Rule('isInt', (value) => isInt(value, least, most), `a whole number from ${least} to ${most}`, {
    type: 'integer',
    minimum: least,
    maximum: most,
  });
}

export function IsTimeZoneName(): PropertyDecorator {
  return Rule(
    'isTimeZone',
    (value) => typeof value === 'string' && isTimeZone(value),
    'an IANA time zone name such as "Europe/Berlin" or "UTC", not an offset',
    { type: 'string', maxLength: 64, examples: ['Europe/Berlin'] },
  );
}

export function IsIn(words: readonly string[]): PropertyDecorator {
  return Rule('isIn', (value) => words.includes(value as string), `one of ${words.join(', ')}`, {
    type: 'string',
    enum: words,
  });
}

export function IsBoolean(): PropertyDecorator {
  return Rule('isBoolean', (value) => typeof value === 'boolean', 'true or false', { type: 'boolean' });
}

/** Validates a current ISO 4217 currency code, such as EUR. */
export function IsCurrencyCode(): PropertyDecorator {
  return Rule('isCurrency', isCurrency, 'an ISO 4217 currency code such as EUR', {
    type: 'string',
    pattern: '^[A-Z]{3}$',
  });
}

export function IsTimestamp(): PropertyDecorator {
  return Rule(
    'isISO8601',
    (value) => typeof value === 'string' && fits('timestamp', value),
    'a time such as 2026-01-31T09:00:00Z',
    {
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', format: 'date' },
      ],
    },
  );
}

const MAX_TAGS = 250;
const MAX_TAG_LENGTH = 255;

/** Validates a list of distinct tags. The shop chooses the names of tags. */
export function IsTagArray(): PropertyDecorator {
  const isTag = (tag: unknown) =>
    typeof tag === 'string' && isStorable(tag) && codePoints(tag) >= 1 && codePoints(tag) <= MAX_TAG_LENGTH;
  return Rule(
    'isTagArray',
    (value) =>
      Array.isArray(value) &&
      value.length <= MAX_TAGS &&
      value.every(isTag) &&
      new Set(value).size === value.length,
    `a list of at most ${MAX_TAGS} distinct strings of 1 to ${MAX_TAG_LENGTH} characters`,
    {
      type: 'array',
      maxItems: MAX_TAGS,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: MAX_TAG_LENGTH },
    },
  );
}
