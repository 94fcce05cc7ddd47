import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CanaryToken } from '@storewright/entities';
import { CanaryTokens } from './canaries/canary-tokens';
import { CanaryTokensController } from './canaries/canary-tokens.controller';
import { IncidentHandler } from './incidents/incident-handler';
import { TokenIncidents } from './incidents/token-incidents';
import { TokenReportsController } from './reports/token-reports.controller';

/** Reports of leaked tokens, and canary tokens (docs/adr/leaked-tokens.md). */
@Module({
  imports: [TypeOrmModule.forFeature([CanaryToken], 'auth')],
  controllers: [CanaryTokensController, TokenReportsController],
  providers: [CanaryTokens, IncidentHandler, TokenIncidents],
})
export class TokenReportsModule {}
