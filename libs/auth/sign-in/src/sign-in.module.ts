import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Owner, PeopleModule } from '@storewright/people';
import { SecondFactorsModule } from '@storewright/second-factors';
import { SessionsModule } from '@storewright/sessions';
import { DeviceAuthorization } from './device-authorizations/device-authorization.entity';
import { DeviceAuthorizations } from './device-authorizations/device-authorizations';
import { DeviceAuthorizationsController } from './device-authorizations/device-authorizations.controller';
import { DeviceLimits } from './device-authorizations/device-limits';
import { PasskeySignInController } from './passkey-sign-in.controller';
import { PasswordSignIn } from './password-sign-in';
import { PasswordSignInController } from './password-sign-in.controller';
import { ReauthenticationsController } from './reauthentications/reauthentications.controller';
import { SignInLimits } from './sign-in-limits';

/** Creates sessions by password, passkey or device code, and handles step-up authentication. */
@Module({
  imports: [
    TypeOrmModule.forFeature([DeviceAuthorization, Owner], 'auth'),
    ...[PeopleModule, SessionsModule, SecondFactorsModule],
  ],
  controllers: [
    PasswordSignInController,
    DeviceAuthorizationsController,
    PasskeySignInController,
    ReauthenticationsController,
  ],
  providers: [PasswordSignIn, SignInLimits, DeviceAuthorizations, DeviceLimits],
  exports: [SignInLimits, DeviceAuthorizations, DeviceLimits],
})
export class SignInModule {}
