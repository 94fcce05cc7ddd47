import { codePoints, described, isStorable, IsText } from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

/** Control characters, line and paragraph separators, and what turns the direction of text round (Unicode TR 36 §2.2: bidi embeddings, overrides, isolates). */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Anything that leaves a mark. */
const visible = /[^\p{Z}\p{C}]/u;

/** One line with something to see, that can't look like something else. `longest`: in code points. */
export function isDisplayText(text: string, longest: number): boolean {
  return isStorable(text) && codePoints(text) <= longest && isPlain(text);
}

const isPlain = (text: string): boolean => !misleading.test(text) && visible.test(text);

/** A name that people read on screens where they decide about trust. */
export const IsDisplayName = (): PropertyDecorator => IsDisplayText(100);

/**
 * A line that people read on screens where they decide about trust. Any script; HTML is text like other text. It must not be able to look like
 * something else than it is, nor like nothing.
 */
export function IsDisplayText(longest: number): PropertyDecorator {
  return (target, property) => {
    IsText(1, longest)(target, property);
    ValidateBy(
      {
        name: 'isDisplayName',
        validator: {
          validate: (value: unknown) => typeof value !== 'string' || value === '' || isPlain(value),
          defaultMessage: () =>
            `${String(property)} is one line with something to see, without control characters and characters that turn the direction of text round`,
        },
      },
      described({}),
    )(target, property);
  };
}
