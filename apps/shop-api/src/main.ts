import 'reflect-metadata';
import { shopApiSettings } from '@storewright/config';
import { AuthDatabase, ShopDatabase } from '@storewright/database';
import { start } from '@storewright/server';
import { AppModule } from './app.module';

void start({
  name: 'shop-api',
  settings: shopApiSettings,
  module: (settings) => AppModule.with(settings),
  databases: [AuthDatabase, ShopDatabase],
});
