import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CanaryToken } from '@storewright/entities';
import { CanaryTokens } from './canaries/canary-tokens';
import { CanaryTokensController } from './canaries/canary-tokens.controller';
import { IncidentHandler } from './incidents/incident-handler';
import { TokenIncidents } from './incidents/token-incidents';
import { GITHUB_KEYS_URL, GithubKeys, KEY_TARGETS } from './partners/github-keys';
import { PartnerReports } from './partners/partner-reports';
import { GITLAB_TOKENS, PartnersController } from './partners/partners.controller';
import { TokenReportsController } from './reports/token-reports.controller';

export interface TokenReportsOptions {
  /**
   * URL of the public keys with which GitHub signs leak reports. If absent, the platform rejects reports from
   * GitHub.
   */
  githubKeysUrl?: string;
  gitlabTokens: readonly string[];
  /** Allows requests for public keys to this machine. For development only. */
  allowLoopback: boolean;
}

/** Reports of leaked tokens, and canary tokens (docs/adr/leaked-tokens.md). */
@Module({})
export class TokenReportsModule {
  static forRoot({ githubKeysUrl, gitlabTokens, allowLoopback }: TokenReportsOptions): DynamicModule {
    return {
      module: TokenReportsModule,
      imports: [TypeOrmModule.forFeature([CanaryToken], 'auth')],
      controllers: [CanaryTokensController, TokenReportsController, PartnersController],
      providers: [
        ...[CanaryTokens, GithubKeys, IncidentHandler, PartnerReports, TokenIncidents],
        { provide: GITHUB_KEYS_URL, useValue: githubKeysUrl },
        { provide: GITLAB_TOKENS, useValue: gitlabTokens },
        { provide: KEY_TARGETS, useValue: { allowLoopback } },
      ],
    };
  }
}
