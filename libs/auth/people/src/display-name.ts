import { codePoints, described, isStorable, IsText } from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

/**
 * Control characters, line and paragraph separators, and characters that change the direction of text (Unicode TR 36
 * §2.2).
 */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Matches a visible character. */
const visible = /[^\p{Z}\p{C}]/u;

/** True for one line of visible text without control characters. `maxCodePoints` counts code points. */
export function isDisplayText(text: string, maxCodePoints: number): boolean {
  return isStorable(text) && codePoints(text) <= maxCodePoints && isPlain(text);
}

const isPlain = (text: string): boolean => !misleading.test(text) && visible.test(text);

/** A name that helps people to decide whom to trust, for example on the grant form. */
export const IsDisplayName = (): PropertyDecorator => IsDisplayText(100);

/**
 * Validates a line of text that helps people to decide whom to trust. Any script is allowed, and HTML is
 * plain text. Invisible text and characters that disguise other text are rejected.
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
