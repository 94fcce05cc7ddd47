import { Injectable } from '@nestjs/common';
import type { Grant } from '@storewright/access';
import type { ListQuery } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { Documents, mayRead, ResourceRegistry } from '@storewright/resources';
import type { ReadContext } from '@storewright/tenancy';
import type { ProposalChange } from './proposal-change.entity';
import { proposalChanges } from './proposals.resource';

@Injectable()
export class ProposalChanges {
  private readonly documents = new Documents<ProposalChange>(proposalChanges);

  constructor(private readonly registry: ResourceRegistry) {}

  /**
   * Returns a page of the changes that a proposed write makes. Hides the values of resource types that the
   * token cannot read.
   */
  async page(context: ReadContext, grant: Grant, id: string, query: ListQuery): Promise<Page> {
    const page = await this.documents.page(context, query, { many: { column: 'proposal_id' }, id });
    const rows = page.rows.map((row) => {
      const type = this.registry.find(row['resource_type'] as string)?.resource;
      if (type && mayRead(grant, type)) return row;
      return { ...row, resource_name: null, before: null, after: null };
    });
    return { ...page, rows };
  }
}
