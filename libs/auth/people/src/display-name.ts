import { codePoints, described, isStorable, IsText } from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

/**
 * Matches control characters, line separators, and characters that change the text direction (Unicode TR 36
 * §2.2).
 */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const visible = /[^\p{Z}\p{C}]/u;

/**
 * True for a single line of visible text without control characters. `maxCodePoints` is the maximum length in
 * code points.
 */
export function isDisplayText(text: string, maxCodePoints: number): boolean {
  return isStorable(text) && codePoints(text) <= maxCodePoints && isPlain(text);
}

const isPlain = (text: string): boolean => !misleading.test(text) && visible.test(text);

export const IsDisplayName = (): PropertyDecorator => IsDisplayText(100);

/**
 * Validates a line of text that helps people to decide whom to trust. Rejects invisible characters and
 * characters that make text look like other text.
 */
export function IsDisplayText(maxCodePoints: number): PropertyDecorator {
  return (target, property) => {
    IsText(1, maxCodePoints)(target, property);
    ValidateBy(
      {
        name: 'isDisplayName',
        validator: {
          validate: (value: unknown) => typeof value !== 'string' || value === '' || isPlain(value),
          defaultMessage: () =>
            `${String(property)} must be one line of visible text, without control characters and ` +
            'characters that change the direction of text',
        },
      },
      described({}),
    )(target, property);
  };
}
