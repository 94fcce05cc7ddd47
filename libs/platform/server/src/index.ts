export { pageHeaders } from './page-headers';
export { createApplication, serve } from './serve';
export { readiness, start } from './start';
