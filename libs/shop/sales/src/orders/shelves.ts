import type { Row } from '@storewright/json-api';
import type { ColumnValues, ReadContext, TransactionContext } from '@storewright/resources';

/**
 * What orders need of the catalogue, which is a resource of its own and not known here: the service hands it in. So each variant that an order takes from
 * is written by its own rules, with its own event (docs/adr/order-states.md).
 */
export interface Shelves {
  variants: {
    /** Those that are there, ascending by id and locked in that order. */
    lockAll(context: TransactionContext, ids: readonly string[]): Promise<Row[]>;
    /** Columns of a variant that is locked, with its event. */
    write(context: TransactionContext, row: Row, values: ColumnValues): Promise<Row>;
  };
  products: {
    findByIds(context: ReadContext, ids: readonly string[]): Promise<Row[]>;
  };
}
