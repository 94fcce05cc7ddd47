export { DeviceAuthorization } from './device-authorizations/device-authorization.entity';
export { type DeviceAnswer, DeviceAuthorizations, deviceSeconds, pollSeconds } from './device-authorizations/device-authorizations';
export { DeviceAuthorizationsController } from './device-authorizations/device-authorizations.controller';
export { DeviceLimits } from './device-authorizations/device-limits';
export { PasskeySignInController } from './passkey-sign-in.controller';
export { PasswordSignIn } from './password-sign-in';
export { ReauthenticationsController } from './reauthentications/reauthentications.controller';
export { SignInLimits } from './sign-in-limits';
