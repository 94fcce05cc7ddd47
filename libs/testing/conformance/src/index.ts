export { brokenContracts } from './contracts';
export { type DescribedParameters, exportsOf, queriesOf } from './queries';
export { type ScopedRoute, scopedRoutes, send } from './routes';
export {
  type Conformance,
  type ControllerSample,
  isServed,
  platformTables,
  type RequestContext,
  type Sample,
  tablesOf,
} from './sample';
export { shopTables } from './shop-tables';
export { Subject } from './subject';
export { testConformance } from './test-conformance';
export { relationshipRules } from './relationships';
export { lockFaults } from './locks';
