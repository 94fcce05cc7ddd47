import type { FastifyBaseLogger } from 'fastify';
import { Connections } from './connections';
import { Database } from './database';
import { Shipping } from './orders';
import { Seal } from './seal';
import { Sessions } from './sessions';
import type { Settings } from './settings';
import { Sync } from './sync';

export type App = ReturnType<typeof createApp>;

export function createApp(settings: Settings, log: FastifyBaseLogger) {
  const database = new Database(settings.databaseFile);
  const seal = new Seal(settings.dataKey);
  const connections = new Connections(settings, database, seal);
  return {
    settings,
    database,
    connections,
    sessions: new Sessions(seal, database, settings.appUrl),
    shipping: new Shipping(database, connections),
    sync: new Sync(database, connections, log),
  };
}
