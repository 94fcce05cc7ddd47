import 'reflect-metadata';
import { hooksWorkerSettings } from '@storewright/config';
import { start } from '@storewright/server';
import { AppModule, needs } from './app.module';

void start({
  name: 'hooks-worker',
  settings: hooksWorkerSettings,
  module: (settings) => AppModule.with(settings),
  ...needs,
});
