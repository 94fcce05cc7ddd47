export { AccessModule, type AccessOptions } from './access.module';
export { announce, credentialChannel } from './credential-change';
export { AUTH_LISTEN_URL, CredentialChanges } from './credential-changes';
export {
  addressOf,
  canonicalNetworks,
  checkAddress,
  checkNetworks,
  IsNetworkList,
  isWider,
  networkTexts,
} from './allowed-networks';
export { CanaryUses } from './canary-uses';
export { type Access, accessOf, DeclareAccess, Proposable, Public, Scope, SmallBody } from './declaration';
export { DailyLimits } from './daily-limits';
export { CustomerReads } from './customer-reads';
export { DeprecatedRequests } from './deprecated-requests';
export { type CliCommand, deviceAccessOf, DeviceMay, DeviceMayInTestShops } from './device';
export { CurrentGrant, type Grant, type GrantedRequest } from './grant';
export { HostGuard } from './host.guard';
export { Idempotent, idempotent, type IdempotentRequest } from './idempotency';
export { hiddenKey } from './idempotency-key.entity';
export { NetworkCounts } from './network-counts';
export { LastUsed } from './last-used';
export {
  BatchedLimit,
  declaredLimit,
  type DeclaredLimit,
  declaredLimits,
  ExactLimit,
  limitNames,
  networkOf,
  rateLimited,
} from './limits';
export { listCursors } from './list-cursors';
export { ReplicaReads } from './replica-reads';
export { RateGuard } from './rate.guard';
export { RequestCounts } from './request-counts';
export { RequestLog } from './request-log';
export { type HandledRoute, handledRoutes, printedRoutes, type Route, routeTable } from './route-table';
export { ShopNotices } from './shop-notices';
export { ScopeCounts } from './scope-counts';
export {
  checkScopes,
  holdsScope,
  mustPropose,
  requireOneScope,
  requireScopes,
  ScopeGuard,
} from './scope.guard';
export { SimulationGuard } from './simulation.guard';
export {
  needsStepUp,
  StepUpByAttribute,
  StepUpNotRequired,
  StepUpRequired,
  StepUpRequiredExcept,
} from './step-up';
export { stillGranted } from './still-granted';
export { suspended, type Suspension, suspensionOf } from './suspension';
export {
  Bearer,
  bearerOf,
  challenge,
  credentialOf,
  invalidToken,
  SEALING_KEYS,
  TokenGuard,
} from './token.guard';
export { isAccessToken, TokenVerifier } from './token-verifier';
