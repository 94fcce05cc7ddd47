import { ValidateBy, ValidateIf } from 'class-validator';
import { fits, isTimestamp } from './filter';
import { codePoints, isStorable } from './text';

/*
 * What the attributes of resources are made of, for DTO classes. Each rule says in one sentence what the value has to be.
 */

/** May be left out. Null is not absent: it is a value, and the other rules say whether it is allowed. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** May be left out, or null: nothing. */
export function MayBeNull(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined && value !== null);
}

function Rule(name: string, holds: (value: unknown) => boolean, sentence: string): PropertyDecorator {
  return ValidateBy({
    name,
    validator: { validate: holds, defaultMessage: (given) => `${given?.property} is ${sentence}` },
  });
}

const isWhole = (value: unknown, least: number, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

/** An amount of money in the smallest unit of its currency: 1995 is € 19.95. */
export function IsAmount(least = 0): PropertyDecorator {
  return Rule(
    'isAmount',
    (value) => isWhole(value, least, 1e15),
    `a whole number from ${least} to 10^15, in the smallest unit of the currency`,
  );
}

export function IsWhole(least: number, most: number): PropertyDecorator {
  return Rule('isWhole', (value) => isWhole(value, least, most), `a whole number from ${least} to ${most}`);
}

/** One of these words. */
export function IsWord(words: readonly string[]): PropertyDecorator {
  return Rule('isWord', (value) => words.includes(value as string), `one of ${words.join(', ')}`);
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** ISO 4217, such as EUR. */
export function IsCurrency(): PropertyDecorator {
  return Rule(
    'isCurrency',
    (value) => currencies.has(value as string),
    'a currency of ISO 4217, such as EUR',
  );
}

export function IsTime(): PropertyDecorator {
  return Rule(
    'isTime',
    (value) => typeof value === 'string' && isTimestamp(value),
    'a time such as 2026-01-31T09:00:00Z',
  );
}

export function IsUuid(): PropertyDecorator {
  return Rule('isUuid', (value) => typeof value === 'string' && fits('id', value), 'a UUID');
}

const mostTags = 250;
const longestTag = 255;

/** Words of the shop's own, each once. */
export function AreTags(): PropertyDecorator {
  const isTag = (tag: unknown) =>
    typeof tag === 'string' && isStorable(tag) && codePoints(tag) >= 1 && codePoints(tag) <= longestTag;
  return Rule(
    'areTags',
    (value) =>
      Array.isArray(value) &&
      value.length <= mostTags &&
      value.every(isTag) &&
      new Set(value).size === value.length,
    `a list of at most ${mostTags} different texts of 1 to ${longestTag} characters`,
  );
}
