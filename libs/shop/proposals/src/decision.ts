import type { Grant } from '@storewright/access';
import type { ParsedResource, Preconditions } from '@storewright/json-api';
import type { UpdateProposal } from './proposals.dto';

export interface Decision {
  grant: Grant;
  id: string;
  input: ParsedResource<UpdateProposal>;
  ifMatch?: Preconditions | undefined;
  request_id: string;
}
