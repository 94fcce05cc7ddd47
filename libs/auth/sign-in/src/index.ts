export {
  type PollResult,
  DeviceAuthorizations,
  DEVICE_CODE_SECONDS,
  POLL_SECONDS,
} from './device-authorizations/device-authorizations';
export { DeviceLimits } from './device-authorizations/device-limits';
export { SignInLimits } from './sign-in-limits';
export { SignInModule } from './sign-in.module';
