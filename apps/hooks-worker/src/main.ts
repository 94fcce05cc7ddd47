import 'reflect-metadata';
import { hooksWorkerSettings } from '@storewright/config';
import { AuthDatabase, ShopDatabase } from '@storewright/database';
import { start } from '@storewright/server';
import { AppModule } from './app.module';

void start({
  name: 'hooks-worker',
  settings: hooksWorkerSettings,
  module: (settings) => AppModule.with(settings),
  databases: [AuthDatabase, ShopDatabase],
});
