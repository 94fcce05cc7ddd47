/** What JSON:API documents look like (https://jsonapi.org/format/1.1/), as far as the panel reads them. */
export interface Resource<
  Attributes extends object = Record<string, unknown>,
  Meta extends object = Record<string, unknown>,
> {
  type: string;
  id: string;
  attributes: Attributes;
  relationships?: Record<string, { data: { type: string; id: string } | null }>;
  meta?: Meta;
}

export interface Links {
  self?: string | { href: string };
  first?: string | null;
  prev?: string | null;
  next?: string | null;
}

export interface Document<Data, Meta = Record<string, unknown>> {
  data: Data;
  included?: Resource[];
  links?: Links;
  meta?: Meta;
}

/** One page of a list. */
export type Page<R extends Resource<object> = Resource> = Document<R[]>;

/** What a page says of itself. `partial`: not everything was looked through; its next page goes on. */
export function pageMeta({ meta }: Page<Resource<object>>): { total?: number; partial?: true } {
  return (meta?.['page'] ?? {}) as { total?: number; partial?: true };
}

/** A resource object to be sent. */
export interface NewResource {
  type: string;
  id?: string;
  attributes?: object;
  relationships?: Record<string, { data: { type: string; id: string } }>;
}
