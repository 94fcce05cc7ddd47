import type { Resource } from '@storewright/json-api';

const words = (name: string) => name.split(/[_-]/);

/** Converts `webhook_deliveries` to `WebhookDeliveries`. */
export const pascal = (name: string): string =>
  words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Converts `webhook_deliveries` to `webhook_delivery`. Does not change `meta` and `app_statistics`. */
export function singular(name: string): string {
  if (name.endsWith('statistics')) return name;
  return name.replace(/ies$/, 'y').replace(/(?<![us])s$/, '');
}

const written: Readonly<Record<string, string>> = { meta: 'meta object', oauth: 'OAuth', totp: 'TOTP' };

/** Converts `webhook_deliveries` to `webhook delivery`. */
export const nounOf = (name: string): string =>
  words(singular(name))
    .map((word) => written[word] ?? word)
    .join(' ');

/**
 * Returns the OpenAPI schema name of a resource. Names of further schemas, such as those of attributes, are
 * derived from it.
 */
export const schemaName = ({ name, type }: Pick<Resource, 'name' | 'type'>): string =>
  name ?? pascal(singular(type));

/**
 * Returns the OpenAPI operation id of a route. A path segment becomes singular if it refers to one object:
 * `Product` for `/api/products/{id}`.
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

/** Returns the OpenAPI operation id of a list of related objects, such as `listImagesOfProduct`. */
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

/** Converts the operation id `listWebhookDeliveries` to the summary `List webhook deliveries`. */
export function summaryOf(id: string): string {
  const said = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace('oauth', 'OAuth');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
