import { StorewrightError } from './errors';
import type { components } from './openapi';
import type { Answer } from './transport';

type Proposal = components['schemas']['Proposal'];

/**
 * Thrown if a member of the shop must approve the write. The write is stored as a proposal and not applied
 * yet. Read its status with `shop.proposals.get(error.proposal.id)`.
 */
export class ApprovalPendingError extends StorewrightError {
  override name = 'ApprovalPendingError';

  constructor(readonly proposal: Proposal) {
    super(`A member of the shop must approve the write. It is stored as proposal ${proposal.id}.`);
  }
}

/**
 * Returns the response of a write. Throws ApprovalPendingError if the server stored the write as a proposal.
 */
export function applied(answer: Answer): Answer {
  if (answer.status !== 202) return answer;
  throw new ApprovalPendingError((answer.document as { data: Proposal }).data);
}
