import { type AppAttributes, type AppField, appFields, type AppValue } from './app-schema';
import { isSame } from './app-file';

export interface Change {
  name: AppField;
  before: AppValue | undefined;
  after: AppValue;
}

/**
 * Returns the attributes in the app file that differ from the registered app. Ignores attributes that are
 * absent from the app file.
 */
export function changesOf(before: AppAttributes, after: AppAttributes): Change[] {
  return appFields.flatMap((name) => {
    const value = after[name];
    return value === undefined || isSame(before[name], value)
      ? []
      : [{ name, before: before[name], after: value }];
  });
}

/**
 * Formats a change of an attribute as one line for each removed and each added value. For lists, prints only
 * the changed members.
 */
export function linesOf({ name, before, after }: Change): string[] {
  if (!Array.isArray(after) || !Array.isArray(before ?? [])) {
    const removed = before === undefined ? [] : [`- ${name}: ${JSON.stringify(before)}`];
    return [...removed, `+ ${name}: ${JSON.stringify(after)}`];
  }
  const [old, next] = [(before ?? []) as readonly string[], after as readonly string[]];
  return [
    ...old.filter((each) => !next.includes(each)).map((each) => `- ${name}: ${each}`),
    ...next.filter((each) => !old.includes(each)).map((each) => `+ ${name}: ${each}`),
  ];
}
