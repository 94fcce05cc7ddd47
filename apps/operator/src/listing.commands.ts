import { flag, SettingsError } from '@storewright/config';
import { databaseUrl } from './database-url';
import { need, type Options } from './options';

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_REASONS_CHARACTERS = 1_000;

async function inListings(
  environment: Environment,
  work: (data: typeof import('./auth-data'), database: AuthDatabase) => Promise<string>,
): Promise<string> {
  const url = databaseUrl(environment, 'AUTH_DATABASE_URL');
  const data = await import('./auth-data');
  return data.inAuthData(url, (database) => work(data, database));
}

type AuthDatabase = Parameters<Parameters<typeof import('./auth-data').inAuthData>[1]>[0];

export function listSubmittedCommand(environment: Environment): Promise<string> {
  return inListings(environment, async ({ submittedListings }, database) => {
    const waiting = await submittedListings(database);
    if (waiting.length === 0) return 'no listing is pending review';
    return waiting
      .map(
        ({ app_id, name, number, submitted_at }) =>
          `${app_id} version ${number} since ${submitted_at}: ${name}`,
      )
      .join('\n');
  });
}

/**
 * Prints a submitted app listing with its review checklist. Requests the links in the listing with the same
 * address checks as webhooks.
 */
export function reviewListingCommand(environment: Environment, options: Options): Promise<string> {
  const app = need(options, 'app');
  const policy = { allowLoopback: flag(environment, 'WEBHOOKS_ALLOW_LOOPBACK') };
  return inListings(environment, async ({ reviewListing }, database) => {
    const { version, checks } = await reviewListing(database, app, policy);
    const lines = [
      `${version.name} version ${version.number} by ${version.developer_name}`,
      version.tagline,
      ...version.description.split('\n').filter((line) => line !== ''),
      `categories: ${version.categories.join(', ')}`,
      `scopes: ${version.scopes.join(', ')}`,
      ...checks.map(({ name, verdict, detail }) => `[${verdict}] ${name}: ${detail}`),
    ];
    return lines.join('\n');
  });
}

export function approveListingCommand(environment: Environment, options: Options): Promise<string> {
  const app = need(options, 'app');
  return inListings(environment, async ({ approveListing }, database) => {
    const number = await approveListing(database, app);
    return `version ${number} of ${app} is approved and in the directory`;
  });
}

export function rejectListingCommand(environment: Environment, options: Options): Promise<string> {
  const [app, reasons] = [need(options, 'app'), reasonsOf(options)];
  return inListings(environment, async ({ rejectListing }, database) => {
    const number = await rejectListing(database, app, reasons);
    return `version ${number} of ${app} is rejected`;
  });
}

export function hideListingCommand(environment: Environment, options: Options): Promise<string> {
  const [app, reasons] = [need(options, 'app'), reasonsOf(options)];
  return inListings(environment, async ({ setHidden }, database) => {
    await setHidden(database, app, reasons);
    return `${app} is hidden from the directory`;
  });
}

export function restoreListingCommand(environment: Environment, options: Options): Promise<string> {
  const app = need(options, 'app');
  return inListings(environment, async ({ setHidden }, database) => {
    await setHidden(database, app, null);
    return `${app} is in the directory again`;
  });
}

function reasonsOf(options: Options): string {
  const reasons = need(options, 'reasons');
  if (reasons.length <= MAX_REASONS_CHARACTERS) return reasons;
  throw new SettingsError(`--reasons must be at most ${MAX_REASONS_CHARACTERS} characters long.`);
}
