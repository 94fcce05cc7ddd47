import { IsIn } from '@storewright/json-api';

/** A decision about a proposal. */
export class UpdateProposal {
  /** `approved` applies the write. `declined` discards the write. */
  @IsIn(['approved', 'declined'])
  status: 'approved' | 'declined';
}
