import { IsIn } from '@storewright/json-api';

export class UpdateImport {
  /**
   * `running` starts a validated CSV import. `cancelled` ends an import. Rows that were already written stay.
   */
  @IsIn(['running', 'cancelled'])
  state: 'running' | 'cancelled';
}
