import type { Resource } from '@storewright/json-api';

const words = (name: string) => name.split(/[_-]/);

/** Converts a resource type to a schema name, such as `webhook_deliveries` to `WebhookDeliveries`. */
export const pascal = (name: string): string =>
  words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/**
 * Converts a resource type to the singular, such as `webhook_deliveries` to `webhook_delivery`. Does not
 * change `meta` and `app_statistics`.
 */
export function singular(name: string): string {
  if (name.endsWith('statistics')) return name;
  return name.replace(/ies$/, 'y').replace(/(?<![us])s$/, '');
}

const written: Readonly<Record<string, string>> = { meta: 'meta object', oauth: 'OAuth', totp: 'TOTP' };

/** Converts a resource type to a noun for sentences, such as `webhook_deliveries` to `webhook delivery`. */
export const nounOf = (name: string): string =>
  words(singular(name))
    .map((word) => written[word] ?? word)
    .join(' ');

/**
 * Returns the name of a resource in the OpenAPI document. The names of its further schemas begin with this
 * name.
 */
export const schemaName = ({ name, type }: Pick<Resource, 'name' | 'type'>): string =>
  name ?? pascal(singular(type));

/**
 * Returns the OpenAPI operation id of a route. A path segment that refers to one object becomes singular:
 * `/api/products/{id}` becomes `Product`.
 */
export function operationId(method: string, path: string, isCollection: boolean): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'api');
  const isLinkage = parts.includes('relationships');
  const nouns = parts.flatMap((part, at) => {
    if (part.startsWith('{') || part === 'relationships') return [];
    const isLast = at === parts.length - 1;
    const isOne = !isLast || method === 'post';
    return [pascal(isOne && !isLinkage ? singular(part) : !isLast ? singular(part) : part)];
  });
  return `${verb(method, isCollection, isLinkage)}${nouns.join('')}${isLinkage && method === 'get' ? 'Linkage' : ''}`;
}

/** Returns the OpenAPI operation id of a route that lists related objects, such as `listImagesOfProduct`. */
export function relatedOperationId(path: string): string {
  const [type, , name] = path.split('/').filter((part) => part !== '' && part !== 'api');
  return `list${pascal(name!)}Of${pascal(singular(type!))}`;
}

function verb(method: string, isCollection: boolean, isLinkage: boolean): string {
  switch (method) {
    case 'get':
      return isCollection ? 'list' : 'get';
    case 'post':
      return isLinkage ? 'add' : 'create';
    case 'patch':
      return isLinkage ? 'replace' : 'update';
    default:
      return isLinkage ? 'remove' : 'delete';
  }
}

/** Converts an operation id to a summary, such as `listWebhookDeliveries` to `List webhook deliveries`. */
export function summaryOf(id: string): string {
  const said = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace('oauth', 'OAuth');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
