import { type ComponentType, lazy } from 'react';
import { addTexts, type LaterTexts } from '../texts/catalogue';

/** Lazily loads a screen, or a section of a screen, together with its texts. */
export function screen<P extends object = object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  ...texts: LaterTexts[]
) {
  return lazy(async () => {
    const [loaded] = await Promise.all([load(), addTexts(texts)]);
    return loaded;
  });
}
