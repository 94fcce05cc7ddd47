export { serveMetrics } from './metrics';
export * from './serve';
export * from './start';
