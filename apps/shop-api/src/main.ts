import 'reflect-metadata';
import { shopApiSettings } from '@storewright/config';
import { AuthDatabase, ShopDatabase } from '@storewright/database';
import { storeDeclarations } from '@storewright/openapi';
import { start } from '@storewright/server';
import { apiDescription } from './api-description';
import { AppModule } from './app.module';

void start({
  name: 'shop-api',
  settings: shopApiSettings,
  api: apiDescription,
  module: (settings) => AppModule.with(settings),
  role: 'shop',
  databases: [AuthDatabase, ShopDatabase],
  started: (application) => storeDeclarations(application, apiDescription),
});
