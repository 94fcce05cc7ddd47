export { launchedBrowser, withBrowser } from './launched-browser';
export { expectStill, look } from './look';
export { problemsOf, watch } from './watch';
