export * from './serve';
export * from './start';
