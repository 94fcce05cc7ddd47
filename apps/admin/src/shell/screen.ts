import { type ComponentType, lazy } from 'react';
import { addTexts, type LaterTexts } from '../texts/catalogue';

/** Loads a screen, or a section of a screen, on demand together with its texts. */
export function screen<P extends object = object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  ...texts: LaterTexts[]
) {
  return lazy(async () => {
    const [loaded] = await Promise.all([load(), addTexts(texts)]);
    return loaded;
  });
}
