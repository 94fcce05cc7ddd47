import { type DynamicModule, Module } from '@nestjs/common';
import { AccessTokensModule } from '@storewright/access-tokens';
import { AccountsModule } from '@storewright/accounts';
import type { AuthApiSettings } from '@storewright/config';
import { AuthDatabase, DatabaseModule } from '@storewright/database';
import { InstallsModule } from '@storewright/installs';
import { OpenapiModule } from '@storewright/openapi';
import { apiDescription } from './api-description';
import { DocsSiteModule } from './docs-site.module';
import { DownloadsModule } from './downloads.module';
import { IndexController } from './index.controller';
import { requestPipeline } from './request-pipeline';

/** The auth API: a pipeline and a list of modules. */
@Module({})
export class AppModule {
  static with(settings: AuthApiSettings): DynamicModule {
    const { authDatabaseUrl: url, poolSize, secretsKeys: secrets, tokenKeys: tokens } = settings;
    const database = { applicationName: 'storewright-auth-api', poolSize, url };
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(AuthDatabase, database, { secrets, tokens }),
        AccountsModule.forRoot(settings),
        InstallsModule.forRoot(settings),
        AccessTokensModule,
        DownloadsModule.with(settings),
        DocsSiteModule.with(settings),
        OpenapiModule.forRoot(apiDescription),
      ],
      controllers: [IndexController],
      providers: requestPipeline(settings.docsUrl),
    };
  }
}
