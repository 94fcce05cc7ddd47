import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import { DataSource } from 'typeorm';

// Commands import this file dynamically after validating their options, because loading the database code is
// slow.
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

/**
 * Runs `work` with a connection to the auth database in the role of the auth API, then closes the connection.
 */
export async function inAuthData(
  url: string,
  work: (database: AuthDatabase) => Promise<string>,
): Promise<string> {
  const options = { url, applicationName: 'storewright-operator', poolSize: 1, pipelined: 1 };
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  const database = new AuthDatabase(dataSource, options);
  try {
    // Starts the connection monitor, which is the only time limit for the statements of operator commands.
    await database.start(() => Promise.resolve());
    return await work(database);
  } finally {
    await database.close();
    await dataSource.destroy();
  }
}
