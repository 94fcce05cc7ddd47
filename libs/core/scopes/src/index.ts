export { type Action, actions } from './declared-resource';
export * from './scope-registry';
export * from './events';
export * from './rights';
