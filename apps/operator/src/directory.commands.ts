import { reservedDomains, SettingsError } from '@storewright/config';
import { databaseUrl } from './database-url';
import { need, type Options } from './options';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Creates an account for a shop owner. Requires AUTH_DATABASE_URL with the role of the auth API. Reads the
 * password from OWNER_PASSWORD, because command-line options appear in process lists.
 */
export async function createOwnerCommand(environment: Environment, options: Options): Promise<string> {
  const [email, name, password] = [
    need(options, 'email'),
    options.get('name') ?? need(options, 'email'),
    environment['OWNER_PASSWORD'],
  ];
  if (!email.includes('@')) throw new SettingsError(`"${email}" is not an email address.`);
  if (!password) throw new SettingsError('OWNER_PASSWORD is not set.');
  const { inAuthData, problemOfPassword, upsertOwner } = await import('./auth-data');
  const problem = await problemOfPassword(password, { email, names: [name] });
  if (problem) throw new SettingsError(`the password in OWNER_PASSWORD ${problem}.`);
  return inAuthData(
    databaseUrl(environment, 'AUTH_DATABASE_URL'),
    async (database) => `owner ${email} is ${await upsertOwner(database, { email, name, password })}`,
  );
}

export async function createShopCommand(environment: Environment, options: Options): Promise<string> {
  const [domain, name, ownerEmail] = [need(options, 'domain'), need(options, 'name'), need(options, 'owner')];
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(domain)) {
    throw new SettingsError(
      `"${domain}" must be a label of a host name: a-z, 0-9 and inner hyphens, at most 63 characters.`,
    );
  }
  const timeZone = options.get('time-zone');
  const currency = options.get('currency');
  const details = {
    domain,
    name,
    ownerEmail,
    title: options.get('title') ?? name,
    description: options.get('description') ?? '',
    reservedDomains: reservedDomains(environment),
    ...(timeZone !== undefined && { timeZone }),
    ...(currency !== undefined && { currency }),
  };
  const url = databaseUrl(environment, 'AUTH_DATABASE_URL');
  const { inAuthData, upsertShop } = await import('./auth-data');
  return inAuthData(url, async (database) => `shop ${domain} is ${await upsertShop(database, details)}`);
}

/**
 * Resets the second factors of a person who lost the authenticator app, the recovery codes and all passkeys.
 */
export async function resetSecondFactorsCommand(environment: Environment, options: Options): Promise<string> {
  const email = need(options, 'email');
  const url = databaseUrl(environment, 'AUTH_DATABASE_URL');
  const { inAuthData, resetSecondFactors } = await import('./auth-data');
  return inAuthData(url, async (database) => {
    await resetSecondFactors(database, email);
    return `${email} signs in with only the password; all sessions have ended`;
  });
}

export async function setStatusCommand(
  environment: Environment,
  options: Options,
  status: 'active' | 'suspended',
): Promise<string> {
  const domain = need(options, 'domain');
  const url = databaseUrl(environment, 'AUTH_DATABASE_URL');
  const { inAuthData, setShopStatus } = await import('./auth-data');
  return inAuthData(url, async (database) => {
    await setShopStatus(database, domain, status);
    return `shop ${domain} is ${status}`;
  });
}
