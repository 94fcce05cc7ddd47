import type { Document, Page, Resource } from './documents';
import { problemOf } from './problem';
import { askWithToken, shopDocument, shopPage } from './shop-api';
import type { Authored } from './store';

export type ImportKind = 'products' | 'inventory';
export type ImportState = 'checking' | 'checked' | 'running' | 'finished' | 'cancelled';

/** A CSV file that the shop API validates and imports (docs/store-resources.md). */
export type Import = Resource<
  Authored & {
    kind: ImportKind;
    file_name: string | null;
    state: ImportState;
    columns: { header: string; name: string | null }[];
    row_count: number;
    checked_count: number;
    done_count: number;
    failed_count: number;
  },
  { created_at: string }
>;

export interface RowError {
  column: string | null;
  code: string;
  detail: string;
}

/** A row of an imported CSV file. Row 1 is the header. */
export type ImportRow = Resource<{ number: number; cells: string[]; errors: RowError[] | null }>;

/** Uploads a CSV file. The API validates the rows of the file afterwards. */
export async function uploadImport(shopId: string, kind: ImportKind, file: File): Promise<Import> {
  const headers = {
    'content-type': 'text/csv',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  };
  const path = `/api/imports/${kind}`;
  const { data } = await shopDocument<Document<Import>>(shopId, path, {
    method: 'POST',
    body: file,
    headers,
  });
  return data;
}

export async function findImport(shopId: string, id: string, signal: AbortSignal): Promise<Import> {
  return (await shopDocument<Document<Import>>(shopId, `/api/imports/${id}`, { signal })).data;
}

export async function changeImport(
  shopId: string,
  id: string,
  state: 'running' | 'cancelled',
): Promise<Import> {
  const data = { type: 'imports', id, attributes: { state } };
  return (await shopDocument<Document<Import>>(shopId, `/api/imports/${id}`, { method: 'PATCH', data })).data;
}

export function firstRows(shopId: string, id: string, signal: AbortSignal): Promise<Page<ImportRow>> {
  return shopPage<ImportRow>(shopId, `/api/imports/${id}/rows?page[size]=5`, { signal });
}

export function importErrors(shopId: string, id: string): Promise<Blob> {
  return askWithToken(shopId, async (token) => {
    const response = await fetch(`/api/imports/${id}/errors`, {
      headers: { accept: 'text/csv', authorization: `Bearer ${token}` },
      credentials: 'same-origin',
      redirect: 'error',
    });
    if (!response.ok) throw await problemOf(response);
    return response.blob();
  });
}
