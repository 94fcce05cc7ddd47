import { parts } from './parts';
import { shell } from './shell';

/** What is needed before any screen: the frame around them, and parts of all of them. */
export const first = { ...shell, ...parts };
