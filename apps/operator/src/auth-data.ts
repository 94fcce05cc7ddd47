import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import { DataSource } from 'typeorm';

// Commands import this file dynamically after they have validated their options, because loading the database
// code is slow.
export {
  approveListing,
  rejectListing,
  reviewListing,
  setHidden,
  submittedListings,
} from '@storewright/app-listings';
export {
  resetSecondFactors,
  setShopStatus,
  upsertOwner,
  upsertShop,
} from '@storewright/operator-provisioning';
export { auditSettings, resignHeads, verifyShops } from '@storewright/audit';
export { problemOfPassword } from '@storewright/people';

/** Connects as the database role of the auth API, runs `work` and closes the connections. */
export async function inAuthData(
  url: string,
  work: (database: AuthDatabase) => Promise<string>,
): Promise<string> {
  const options = { url, applicationName: 'storewright-operator', poolSize: 1, pipelined: 1 };
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  const database = new AuthDatabase(dataSource, options);
  try {
    // Starts the connection monitor. Statements of commands have no other time limit.
    await database.start(() => Promise.resolve());
    return await work(database);
  } finally {
    await database.close();
    await dataSource.destroy();
  }
}
