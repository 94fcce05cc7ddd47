import { codePoints, described, isStorable } from '@storewright/json-api';
import { isDisplayText } from '@storewright/people';
import { ValidateBy } from 'class-validator';

/**
 * Validates a multi-line text of an app listing. Every line must be a valid display name, so that invisible
 * or reordered characters cannot deceive readers.
 */
export function isListingText(text: string, maxCodePoints: number): boolean {
  if (!isStorable(text) || codePoints(text) > maxCodePoints) return false;
  const lines = text.split('\n');
  return (
    lines.some((line) => line !== '') &&
    lines.every((line) => line === '' || isDisplayText(line, maxCodePoints))
  );
}

export function IsListingText(maxCodePoints: number): PropertyDecorator {
  return (target, property) =>
    ValidateBy(
      {
        name: 'isListingText',
        validator: {
          validate: (value: unknown) => typeof value === 'string' && isListingText(value, maxCodePoints),
          defaultMessage: () =>
            `${String(property)} must be plain text of 1 to ${maxCodePoints} characters in lines that end with a ` +
            'line feed, without other control characters and characters that change the direction of text',
        },
      },
      described({ type: 'string', minLength: 1, maxLength: maxCodePoints }),
    )(target, property);
}
