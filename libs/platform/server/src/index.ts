export { serveMetrics } from './metrics';
export * from './page-headers';
export * from './serve';
export * from './start';
