export * from './server-timing';
export * from './start-tracing';
export * from './traced';
