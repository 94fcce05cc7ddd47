import { type DynamicModule, Module } from '@nestjs/common';
import { listCursors } from '@storewright/access';
import { AccessTokensModule } from '@storewright/access-tokens';
import { AccountsModule } from '@storewright/accounts';
import { ActivityModule } from '@storewright/activity';
import { AppListingsModule } from '@storewright/app-listings';
import type { AuthApiSettings } from '@storewright/config';
import { AuthDatabase, DatabaseModule } from '@storewright/database';
import { ErasuresModule } from '@storewright/erasures';
import { InstallsModule } from '@storewright/installs';
import { MembersModule } from '@storewright/members';
import { OpenapiModule } from '@storewright/openapi';
import { OwnShopsModule } from '@storewright/own-shops';
import { SecondFactorsModule } from '@storewright/second-factors';
import { type SessionRequest, SessionsModule } from '@storewright/sessions';
import { SignInModule } from '@storewright/sign-in';
import { TokenReportsModule } from '@storewright/token-reports';
import { apiDescription } from './api-description';
import { DocsSiteModule } from './docs-site.module';
import { DownloadsModule } from './downloads.module';
import { IndexController } from './index.controller';
import { requestPipeline } from './request-pipeline';
import { SettingsModule } from './settings.module';

/**
 * NestJS modules for accounts, sign-in and shops. Their order determines the order of resources in the
 * OpenAPI document.
 */
const accountModules = [
  SessionsModule,
  SignInModule,
  AccountsModule,
  SecondFactorsModule,
  OwnShopsModule,
  MembersModule,
  ActivityModule,
  ErasuresModule,
];

@Module({})
export class AppModule {
  static with(settings: AuthApiSettings): DynamicModule {
    const { authDatabaseUrl: url, poolSize, secretsKeys: secrets, tokenKeys: tokens } = settings;
    const database = { applicationName: 'storewright-auth-api', poolSize, url };
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(AuthDatabase, database, { secrets, tokens }),
        SettingsModule.with(settings),
        ...accountModules,
        InstallsModule.forRoot(settings),
        AppListingsModule.forRoot(settings),
        AccessTokensModule,
        TokenReportsModule.forRoot(settings),
        DownloadsModule.with(settings),
        DocsSiteModule.with(settings),
        OpenapiModule.forRoot(apiDescription),
      ],
      controllers: [IndexController],
      providers: [
        listCursors(({ shop, session }: SessionRequest) => shop?.id ?? session?.owner_id ?? ''),
        ...requestPipeline(settings.docsUrl),
      ],
    };
  }
}
