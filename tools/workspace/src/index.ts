export * from './repository';
export * from './sql-text';
export * from './text-rules';
