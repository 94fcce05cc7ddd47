// eslint-disable-next-line @nx/enforce-module-boundaries -- as in the set-up
import stopTestPostgres from '../../../../libs/platform/testing/src/global-teardown';
import { removePrograms } from './programs';

export default async function endStories(): Promise<void> {
  removePrograms();
  await stopTestPostgres();
}
