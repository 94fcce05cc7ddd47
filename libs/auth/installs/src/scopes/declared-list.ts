import {
  collectionDocument,
  type ListQuery,
  notFound,
  type ObjectQuery,
  type Render,
  type Resource,
  resourceDocument,
  type DocumentRow,
} from '@storewright/json-api';
import { pageOf, rowsToRead, rowsToSkip } from '@storewright/pages';

/**
 * A list that the code declares, equal for all clients. Pages have numbers instead of cursors, because the
 * ids of its objects are not UUIDs.
 */
export class DeclaredList {
  private readonly rows: readonly DocumentRow[];

  constructor(
    private readonly resource: Resource,
    rows: readonly (DocumentRow & { id: string })[],
  ) {
    this.rows = [...rows].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  page(listQuery: ListQuery): Render {
    const query = { ...listQuery, number: listQuery.number ?? 1 };
    const from = rowsToSkip(query);
    const sorted = query.order[0]?.descending ? this.rows.toReversed() : this.rows;
    const read = sorted.slice(from, from + rowsToRead(query));
    return collectionDocument(
      this.resource,
      pageOf(query, read, query.total ? this.rows.length : undefined),
      query,
    );
  }

  show(id: string, query: ObjectQuery): Render {
    const row = this.rows.find((each) => each['id'] === id);
    if (!row) throw notFound(this.resource.type, id);
    return resourceDocument(this.resource, row, query);
  }
}
