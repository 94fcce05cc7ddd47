import { Rule } from '@storewright/json-api';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^(?:${label}\\.)+${label}$`);
const LOOPBACK = new RegExp(`^(?:${label}\\.)*localhost:\\d{2,5}$`);
const MAX_LENGTH = 253;

/** True for `localhost` or a subdomain with a port, which is allowed only in development. */
export const isLoopbackDomain = (domain: string): boolean => LOOPBACK.test(domain);

/** True for a lowercase ASCII host name. False for an IP address. */
export function isDomain(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  return (
    isLoopbackDomain(text) || (NAME.test(text) && !/\.\d+$/.test(text) && !/(^|\.)localhost$/.test(text))
  );
}

export class CreateDeveloperDomain {
  @Rule(
    'isDomain',
    (value) => typeof value === 'string' && isDomain(value),
    'a domain such as "app.example" in lowercase ASCII, without scheme, port and path',
    { type: 'string', examples: ['app.example'] },
  )
  domain: string;
}
