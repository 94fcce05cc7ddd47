import { type ComponentType, lazy } from 'react';
import { addTexts, type LaterTexts } from '../texts/catalogue';

/** A screen that is loaded on demand together with its texts. */
export function screen(load: () => Promise<{ default: ComponentType }>, ...texts: LaterTexts[]) {
  return lazy(async () => {
    const [loaded] = await Promise.all([load(), addTexts(texts)]);
    return loaded;
  });
}
