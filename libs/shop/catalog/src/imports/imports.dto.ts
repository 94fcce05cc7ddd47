import { IsIn } from '@storewright/json-api';

export class UpdateImport {
  /** running starts a checked import. cancelled ends an import; rows that were written stay. */
  @IsIn(['running', 'cancelled'])
  state: 'running' | 'cancelled';
}
