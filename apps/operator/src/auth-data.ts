import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import { DataSource } from 'typeorm';

// What takes most of a command's time is to load this: a command imports it once its options and settings are right.
export {
  resetSecondFactors,
  setShopStatus,
  upsertOwner,
  upsertShop,
} from '@storewright/operator-provisioning';
export { problemOfPassword } from '@storewright/people';

/** Connected with the role of the auth API. */
export async function inAuthData(
  url: string,
  work: (database: AuthDatabase) => Promise<string>,
): Promise<string> {
  const options = { url, applicationName: 'storewright-operator', poolSize: 1, pipelined: 1 };
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  const database = new AuthDatabase(dataSource, options);
  try {
    // It watches over the connections: no statement has a limit of its own.
    await database.start(() => Promise.resolve());
    return await work(database);
  } finally {
    await database.close();
    await dataSource.destroy();
  }
}
