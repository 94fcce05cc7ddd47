export { AdminPanel } from './admin-panel';
export { BearerGuard } from './bearer.guard';
export { csrfToken } from './csrf';
export { deviceNotAllowed } from './step-up/device-errors';
export { DeviceCookie } from './device-cookie';
export { DeviceRefreshToken } from './device-refresh-token.entity';
export { FormSessions } from './form-sessions';
export { PanelPagesOnly } from './panel-pages-only';
export { coarseNetwork, type Origin, originOf } from './origin';
export { readSessionCookie, sessionCookie } from './session-cookie';
export { Session } from './session.entity';
export { SessionGuard } from './session.guard';
export { CreateSession, startedRow, startedSession } from './session.resource';
export { DEVICE_TOKEN_LIFE_SECONDS, endSessionsOf, Sessions } from './sessions';
export { SessionsModule } from './sessions.module';
export { IsShopDomain } from './shop-domain';
export {
  type ActiveSession,
  CurrentOwner,
  CurrentSession,
  HoldsToken,
  type SessionRequest,
  SignedIn,
  type SignedInOwner,
  signedInOwner,
} from './signed-in';
export { browserOf, systemOf } from './user-agent';
