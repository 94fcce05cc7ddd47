export { launchedBrowser, withBrowser } from './launched-browser';
export { clipped, clippedAt } from './clipped';
export { expectStill, look } from './look';
export { survey } from './survey';
export { problemsOf, watch } from './watch';
