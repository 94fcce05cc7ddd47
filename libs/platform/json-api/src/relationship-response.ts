import type { Page } from '@storewright/pages';
import { type Address, asUri, collectionVersion, pageMeta, type Render, version } from './response';
import { collectionMediaType, mediaType } from './media-type';
import type { ListQuery } from './list-query';
import { pageLinks } from './page';
import { writeQueryString } from './query-string';

const quoted = (text: string) => JSON.stringify(text);

function related({ origin, path }: Address): string {
  return `"related":${quoted(origin + path.split('?', 1)[0]!.replace(/\/relationships\/([^/]+)$/, '/$1'))}`;
}

/** Renders the response of a to-one relationship URL (JSON:API "Fetching Relationships"). */
export function linkageToOne(type: string, id: string | null): Render {
  return (address) => {
    const self = quoted(address.origin + asUri(address.path));
    const data = id === null ? 'null' : `{"type":${quoted(type)},"id":${quoted(id)}}`;
    return {
      headers: { 'content-type': mediaType },
      body: `{${version},"links":{"self":${self},${related(address)}},"data":${data}}`,
    };
  };
}

/** Renders a page of a to-many relationship: resource identifiers with cursor pagination links. */
export function linkageToMany(type: string, page: Page, query: ListQuery): Render {
  return (address) => {
    const collection = address.origin + address.path.split('?', 1)[0]!;
    const { first, prev, next } = pageLinks(page, query);
    const link = (name: string, place: string | null) =>
      `"${name}":${place === null ? 'null' : quoted(collection + place)}`;
    const self = { href: collection + writeQueryString(query.parameters), type: collectionMediaType };
    const links = `"self":${JSON.stringify(self)},${related(address)},${link('first', first)},${link('prev', prev)},${link('next', next)}`;
    const data = page.rows.map(({ id }) => `{"type":${quoted(type)},"id":${quoted(String(id))}}`);
    return {
      headers: { 'content-type': collectionMediaType },
      body: `{${collectionVersion},"links":{${links}},"data":[${data.join()}]${pageMeta(page)}}`,
    };
  };
}

/**
 * Renders a document with `data: null` for an empty to-one relationship (JSON:API "Fetching Resources: 200
 * OK").
 */
export function nullDocument(included: boolean): Render {
  return ({ origin, path }) => ({
    headers: { 'content-type': mediaType },
    body: `{${version},"links":{"self":${quoted(origin + asUri(path))}},"data":null${included ? ',"included":[]' : ''}}`,
  });
}
