// jest resolves no @storewright/… name in a global set-up.
// eslint-disable-next-line @nx/enforce-module-boundaries
import startTestPostgres from '../../../../libs/platform/testing/src/global-setup';
import { buildPrograms } from './programs';

export default async function prepareStories(): Promise<void> {
  await Promise.all([startTestPostgres(), buildPrograms()]);
}
