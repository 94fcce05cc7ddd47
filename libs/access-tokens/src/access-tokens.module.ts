import { Module } from '@nestjs/common';
import { AccessTokens } from './access-tokens';
import { AccessTokensController } from './access-tokens.controller';

/** Access tokens that a shop owner generates for scripts (specification §5.1). Needs AccountsModule. */
@Module({ controllers: [AccessTokensController], providers: [AccessTokens] })
export class AccessTokensModule {}
