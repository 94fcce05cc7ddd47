import { Injectable } from '@nestjs/common';
import type { ListQuery, DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import { AppCounts, type Counted } from './app-counts';
import { requestCountsOfApp } from './installed-shops';

const counted: Counted = {
  type: 'app_request_counts',
  source: requestCountsOfApp,
  numbers: ['requests', 'client_errors', 'server_errors', 'shops'],
};

@Injectable()
export class AppRequestCounts {
  constructor(private readonly counts: AppCounts) {}

  list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    return this.counts.list(counted, { owner, appId, query });
  }

  find(owner: SignedInOwner, appId: string, id: string): Promise<DocumentRow> {
    return this.counts.find(counted, { owner, appId, id });
  }
}
