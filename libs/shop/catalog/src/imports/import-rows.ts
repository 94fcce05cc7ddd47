import { Injectable } from '@nestjs/common';
import type { EntityListing } from '@storewright/database';
import { parseJson } from '@storewright/entities';
import { type ListQuery, MAX_PAGE_SIZE } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { cell, Documents } from '@storewright/resources';
import type { ReadContext } from '@storewright/tenancy';
import { IsNull, MoreThan, Not } from 'typeorm';
import { ImportRow } from './import-row.entity';
import { importRows } from './imports.resource';

@Injectable()
export class ImportRows {
  private readonly documents = new Documents<ImportRow>(importRows);

  /**
   * Returns a page of the rows of a CSV import. `filter[failed]` selects rows with errors or rows without
   * errors.
   */
  page(context: ReadContext, import_id: string, query: ListQuery): Promise<Page> {
    const { failed } = query.filters;
    const listing: EntityListing<ImportRow> = this.documents.listing(query.conditions, {
      many: { column: 'import_id' },
      id: import_id,
    });
    if (failed === undefined) return context.repository(ImportRow).page(listing, query);
    const condition = `t.errors IS ${failed === 'true' ? 'NOT NULL' : 'NULL'}`;
    const filtered = {
      ...listing,
      shape: `${listing.shape} ${condition}`,
      build: (select: Parameters<typeof listing.build>[0]) => listing.build(select).andWhere(condition),
    };
    return context.repository(ImportRow).page(filtered, query);
  }

  async *errorLines(context: ReadContext, import_id: string): AsyncGenerator<string> {
    yield lineOf(['row', 'column', 'code', 'detail']);
    for (let last = 0, count = MAX_PAGE_SIZE; count === MAX_PAGE_SIZE;) {
      const rows = await context.repository(ImportRow).find({
        where: { import_id, number: MoreThan(last), errors: Not(IsNull()) },
        order: { number: 'ASC' },
        take: MAX_PAGE_SIZE,
      });
      for (const { number, errors } of rows)
        for (const { column, code, detail } of parseJson(errors!))
          yield lineOf([number, column, code, detail]);
      count = rows.length;
      last = rows.at(-1)?.number ?? last;
    }
  }
}

const lineOf = (values: readonly unknown[]) => `${values.map((value) => cell(value)).join(',')}\r\n`;
