import { isCurrency } from '@storewright/money';
import { ValidateBy, ValidateIf } from 'class-validator';
import { isTimeZone } from './days';
import { fits } from './filter';
import type { JsonSchema } from './operation';
import { codePoints, isStorable } from './string';

/*
 * What the attributes of resources are made of, for DTO classes. Each says in one sentence what the value has to be.
 * The names are those of class-validator. Its own decorators are not used for these: their messages differ, and its `IsOmittable` lets null through.
 */

/** May be left out. Null is not absent: it is a value, and the other rules say whether it is allowed. */
export function IsOmittable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** The attribute can be absent or null. */
export function IsNullable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined && value !== null);
}

/** What a rule says of its values as JSON Schema, for the description of the API: an option of any decorator of class-validator. */
export const described = (schema: JsonSchema) => ({ context: { schema } });

/** A rule that its values keep; `message` completes "title is …", `schema` says the same to programs. */
export function Rule(
  name: string,
  holds: (value: unknown) => boolean,
  message: string,
  schema: JsonSchema,
): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: { validate: holds, defaultMessage: (given) => `${given?.property} is ${message}` },
    },
    described(schema),
  );
}

const isInt = (value: unknown, least: number, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

/** An amount of money in the smallest unit of its currency: 1995 is € 19.95. */
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

/** The IANA name of a time zone that there is. */
export function IsTimeZoneName(): PropertyDecorator {
  return Rule(
    'isTimeZone',
    (value) => typeof value === 'string' && isTimeZone(value),
    'the name of a time zone in the IANA database, such as "Europe/Berlin" or "UTC"; an offset such as "+02:00" is none',
    { type: 'string', maxLength: 64, examples: ['Europe/Berlin'] },
  );
}

/** One of these words. */
export function IsIn(words: readonly string[]): PropertyDecorator {
  return Rule('isIn', (value) => words.includes(value as string), `one of ${words.join(', ')}`, {
    type: 'string',
    enum: words,
  });
}

export function IsBoolean(): PropertyDecorator {
  return Rule('isBoolean', (value) => typeof value === 'boolean', 'true or false', { type: 'boolean' });
}

/** A currency of the current ISO 4217 list, such as EUR. */
export function IsCurrencyCode(): PropertyDecorator {
  return Rule('isCurrency', isCurrency, 'a currency of ISO 4217, such as EUR', {
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

/** Words of the shop's own, each once. */
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
    `a list of at most ${MAX_TAGS} different texts of 1 to ${MAX_TAG_LENGTH} characters`,
    {
      type: 'array',
      maxItems: MAX_TAGS,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: MAX_TAG_LENGTH },
    },
  );
}
