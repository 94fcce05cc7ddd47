import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CanaryUses, CredentialChanges, LastUsed, TokenGuard, TokenVerifier } from '@storewright/access';
import { Shop } from '@storewright/entities';
import { Owner } from '@storewright/people';
import { ShopDirectory } from '@storewright/tenancy';
import { BearerGuard } from './bearer.guard';
import { DeviceCookie } from './device-cookie';
import { DeviceRefreshToken } from './device-refresh-token.entity';
import { FormSessions } from './form-sessions';
import { SessionTransfer } from './session-transfers/session-transfer.entity';
import { SessionTransfers } from './session-transfers/session-transfers';
import { SessionTransfersController } from './session-transfers/session-transfers.controller';
import { Session } from './session.entity';
import { SessionGuard } from './session.guard';
import { Sessions } from './sessions';
import { SessionsController } from './sessions.controller';

/**
 * Sessions of people, and the guards that authenticate requests. The application must provide AdminPanel,
 * SEALING_KEYS and AUTH_LISTEN_URL.
 */
@Module({
  imports: [TypeOrmModule.forFeature([DeviceRefreshToken, Session, SessionTransfer, Owner, Shop], 'auth')],
  controllers: [SessionsController, SessionTransfersController],
  providers: [
    ...[Sessions, SessionTransfers, DeviceCookie, FormSessions],
    ...[TokenVerifier, LastUsed, ShopDirectory, CredentialChanges, CanaryUses, TokenGuard],
    ...[BearerGuard, SessionGuard],
  ],
  exports: [TokenGuard, Sessions, DeviceCookie, FormSessions, BearerGuard, SessionGuard],
})
export class SessionsModule {}
