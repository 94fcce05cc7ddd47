import { parts } from './parts';
import { shell } from './shell';

/** Texts of the frame and of shared components. */
export const first = { ...shell, ...parts };
