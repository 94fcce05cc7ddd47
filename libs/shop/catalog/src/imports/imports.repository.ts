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

@Injectable()
export class ImportsRepository extends ResourceRepository<Import, object, UpdateImport> {
  static override readonly resource = imports;

  constructor(@Inject(ShopDatabase) private readonly database: Pick<ShopDatabase, 'clock'>) {
    super();
  }

  /** Does not register the resource, because a CSV file creates an import instead of a JSON:API document. */
  override onModuleInit(): void {}

  /**
   * Changes the state of a CSV import. When the import starts, calls `onStart` once with the number of rows,
   * which counts against the write limit. If `onStart` throws, the state does not change. If the commit
   * fails, the rows stay counted, because the import may have started.
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
      // Prevents a retried transaction from counting the rows of the CSV import again.
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
