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

export type Page<R extends Resource<object> = Resource> = Document<R[]>;

/**
 * Returns the metadata of a list page. `partial` means that the search stopped early and continues on the
 * next page.
 */
export function pageMeta({ meta }: Page<Resource<object>>): { total?: number; partial?: true } {
  return (meta?.['page'] ?? {}) as { total?: number; partial?: true };
}

export interface NewResource {
  type: string;
  id?: string;
  attributes?: object;
  relationships?: Record<string, { data: { type: string; id: string } }>;
}
