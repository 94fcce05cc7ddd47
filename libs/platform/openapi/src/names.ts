import type { Resource } from '@storewright/json-api';

const words = (name: string) => name.split(/[_-]/);

/** Converts `webhook_deliveries` to `WebhookDeliveries`. */
export const pascal = (name: string): string =>
  words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Converts `webhook_deliveries` to `webhook_delivery`. `meta` and `app_statistics` stay unchanged. */
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

/** Returns the base name of the schemas of a resource. */
export const schemaName = ({ name, type }: Pick<Resource, 'name' | 'type'>): string =>
  name ?? pascal(singular(type));

/**
 * Returns the operationId of a route. Path parts that name one object become singular: `Product` for
 * `/api/products/{id}`.
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

/** Returns the operationId of the related objects of one object, such as `listImagesOfProduct`. */
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

/** Converts `listWebhookDeliveries` to `List webhook deliveries`. */
export function summaryOf(id: string): string {
  const said = id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace('oauth', 'OAuth');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
