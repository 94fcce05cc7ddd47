import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PasskeyCeremonies } from './passkeys/passkey-ceremonies';
import { PasskeyChallenge } from './passkeys/passkey-challenge.entity';
import { PasskeyChallenges } from './passkeys/passkey-challenges';
import { Passkey } from './passkeys/passkey.entity';
import { Passkeys } from './passkeys/passkeys';
import { PasskeysController } from './passkeys/passkeys.controller';
import { SecurityChanges } from './security-changes';
import { SecondFactorLimits } from './totp/second-factor-limits';
import { TotpDevice } from './totp/totp-device.entity';
import { TotpDevices } from './totp/totp-devices';
import { TotpDevicesController } from './totp/totp-devices.controller';

/** Authenticator apps, recovery codes and passkeys. The application must provide AdminPanel and SEALING_KEYS. */
@Module({
  imports: [TypeOrmModule.forFeature([TotpDevice, Passkey, PasskeyChallenge], 'auth')],
  controllers: [TotpDevicesController, PasskeysController],
  providers: [
    SecurityChanges,
    TotpDevices,
    SecondFactorLimits,
    PasskeyChallenges,
    Passkeys,
    PasskeyCeremonies,
  ],
  exports: [TotpDevices, SecondFactorLimits, PasskeyCeremonies],
})
export class SecondFactorsModule {}
