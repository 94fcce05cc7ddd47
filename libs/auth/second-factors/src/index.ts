export { PasskeyCeremonies } from './passkeys/passkey-ceremonies';
export { Passkey } from './passkeys/passkey.entity';
export { describedChallenge, IsPasskeyResponse, passkeys } from './passkeys/passkey.resource';
export { SecondFactorsModule } from './second-factors.module';
export { SecondFactorLimits } from './totp/second-factor-limits';
export { TotpDevice } from './totp/totp-device.entity';
export { totpDevices } from './totp/totp-device.resource';
export { TotpDevices } from './totp/totp-devices';
