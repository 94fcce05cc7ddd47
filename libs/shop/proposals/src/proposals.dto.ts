import { IsIn } from '@storewright/json-api';

export class UpdateProposal {
  /** `approved` applies the proposed write. `declined` discards the proposed write. */
  @IsIn(['approved', 'declined'])
  status: 'approved' | 'declined';
}
