export * from './routes';
export * from './sample';
export * from './shop-tables';
export * from './subject';
export * from './test-conformance';
export { relationshipRules } from './relationships';
export type { Rule } from './relationships/rule';
export { lockFaults } from './locks';
