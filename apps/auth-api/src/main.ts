import 'reflect-metadata';
import { authApiSettings } from '@storewright/config';
import { AuthDatabase } from '@storewright/database';
import { start } from '@storewright/server';
import { apiDescription } from './api-description';
import { AppModule } from './app.module';

void start({
  name: 'auth-api',
  settings: authApiSettings,
  api: apiDescription,
  module: (settings) => AppModule.with(settings),
  databases: [AuthDatabase],
  role: 'auth',
});
