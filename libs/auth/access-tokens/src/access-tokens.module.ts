import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessToken } from '@storewright/entities';
import { Member } from '@storewright/people';
import { Session } from '@storewright/sessions';
import { AccessTokens } from './access-tokens';
import { AccessTokensController } from './access-tokens.controller';
import { SessionTokens } from './session-tokens';
import { SessionTokensController } from './session-tokens.controller';
import { TokenRotations } from './token-rotations';

/** Access tokens of a shop: tokens for scripts (docs/contract.md §3) and tokens of the admin panel. */
@Module({
  imports: [TypeOrmModule.forFeature([AccessToken, Member, Session], 'auth')],
  controllers: [AccessTokensController, SessionTokensController],
  providers: [AccessTokens, TokenRotations, SessionTokens],
})
export class AccessTokensModule {}
