import { parts } from './parts';
import { shell } from './shell';

export const first = { ...shell, ...parts };
