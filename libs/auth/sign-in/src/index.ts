export {
  type Confirmation,
  DEVICE_CODE_SECONDS,
  DeviceAuthorizations,
  POLL_SECONDS,
  type PollError,
  type PollResult,
} from './device-authorizations/device-authorizations';
export { DeviceLimits } from './device-authorizations/device-limits';
export { SignInLimits } from './sign-in-limits';
export { SignInModule } from './sign-in.module';
