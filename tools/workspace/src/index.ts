export * from './repository';
export * from './text-rules';
