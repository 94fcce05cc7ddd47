import { Inject, Injectable } from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import type { DocumentRow, ParsedResource } from '@storewright/json-api';
import { checkTransition, type ResourceLocator, ResourceRepository } from '@storewright/resources';
import type { RowsOfShop } from '@storewright/tenancy';
import type { Import } from './import.entity';
import { importStates } from './import-states';
import type { UpdateImport } from './imports.dto';
import { imports } from './imports.resource';

/** Repository of imports. Clients can only read, start and cancel them. */
@Injectable()
export class ImportsRepository extends ResourceRepository<Import, object, UpdateImport> {
  static override readonly resource = imports;

  constructor(@Inject(ShopDatabase) private readonly database: Pick<ShopDatabase, 'clock'>) {
    super();
  }

  /** Does not register the resource, because an import is created by its file instead of a JSON:API document. */
  override onModuleInit(): void {}

  /**
   * Changes the state of an import. `onStart` is called with the number of rows when the import starts. The
   * import is locked, so each import calls it only once. An error of `onStart` undoes the change. If the
   * commit fails, the rows stay counted, because the import may have started.
   */
  changeState(
    rows: RowsOfShop,
    locator: ResourceLocator,
    input: ParsedResource<UpdateImport>,
    onStart: (rowCount: number) => Promise<void>,
  ): Promise<DocumentRow> {
    let isCounted = false;
    return rows.transaction(async (tx) => {
      const { state, row_count } = await this.lock(tx, locator);
      const changed = await this.update(tx, locator, input);
      // A retried transaction must not count the rows of the import again.
      if (!isCounted && state !== 'running' && input.attributes.state === 'running') {
        await onStart(Number(row_count));
        isCounted = true;
      }
      return changed;
    });
  }

  protected override beforeUpdate(
    { attributes: { state }, pointer }: ParsedResource<UpdateImport>,
    row: Row<Import>,
  ): ColumnValues<Import> {
    checkTransition(importStates, row.state, state, `${pointer}/attributes/state`, 'imports.get');
    if (row.state === state) return {};
    const now = new Date(this.database.clock.now()).toISOString();
    if (state === 'running') return { state, position: 0, started_at: now };
    return { state, ended_at: now };
  }
}
