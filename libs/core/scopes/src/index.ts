export { type Action, actions, type DeclaredResource } from './declared-resource';
export { declaredResources } from './declared-resources';
export { declaredScopes, isScope, type Scope, scopeOf, unknownScopes } from './scope-registry';
export {
  changesOf,
  events,
  type EventType,
  exampleOf,
  isAboutEvents,
  isErasureEvent,
  isEventType,
} from './events';
export {
  allRights,
  type Area,
  areaNames,
  areas,
  areasIn,
  currentRights,
  isArea,
  readingRights,
  type Right,
  rightsOfAreas,
  type Role,
  roles,
  scopesIn,
} from './rights';
