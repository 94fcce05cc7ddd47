import { startApi, type TestApi } from '@storewright/api-testing';
import type { TestDatabase } from '@storewright/testing';
import { AppModule } from '../app.module';

export const startShopApi = (
  environment?: Record<string, string>,
  database?: TestDatabase,
): Promise<TestApi> =>
  startApi((settings) => AppModule.with(settings), {
    ...(environment && { environment }),
    ...(database && { database }),
  });
