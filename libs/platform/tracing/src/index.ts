export * from './start-tracing';
export * from './traced';
