import { type Resource, termsOf } from '@storewright/json-api';
import type { DemoRow } from './orders';

export function searchTermsOf(resource: Resource, rows: readonly { row: object }[]): DemoRow[] {
  return rows.flatMap(({ row }) =>
    termsOf(resource, row as DemoRow).map((each) => ({
      ...{ resource_type: resource.type, resource_id: (row as DemoRow)['id'] },
      ...each,
    })),
  );
}
