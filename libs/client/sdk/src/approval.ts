import { StorewrightError } from './errors';
import type { components } from './openapi';
import type { Answer } from './transport';

type Proposal = components['schemas']['Proposal'];

/**
 * The shop must approve the write, which is not applied yet. `proposal` shows the status; read it again with
 * `shop.proposals.get(error.proposal.id)`.
 */
export class ApprovalPendingError extends StorewrightError {
  override name = 'ApprovalPendingError';

  constructor(
    /** Proposal that the API created instead of applying the write. */
    readonly proposal: Proposal,
  ) {
    super(`A member of the shop must approve the write. The proposal is ${proposal.id}.`);
  }
}

/** Returns the answer of a write. Throws if the write became a proposal. */
export function applied(answer: Answer): Answer {
  if (answer.status !== 202) return answer;
  throw new ApprovalPendingError((answer.document as { data: Proposal }).data);
}
