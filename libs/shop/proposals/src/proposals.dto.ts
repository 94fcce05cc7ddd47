import { IsIn } from '@storewright/json-api';

/** A decision on a proposal. */
export class UpdateProposal {
  /** `approved` applies the proposed write. `declined` discards it. */
  @IsIn(['approved', 'declined'])
  status: 'approved' | 'declined';
}
