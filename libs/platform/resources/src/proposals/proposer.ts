import type { Grant, IdempotentRequest } from '@storewright/access';
import type { Render } from '@storewright/json-api';
import type { Operation } from '../operations/read-operations';

/** A valid write that a member of the shop must approve (docs/adr/proposals.md). */
export interface ProposedWrite {
  grant: Grant;
  method: string;
  path: string;
  operations: readonly Operation[];
  /**
   * JSON text of an atomic request with the proposed operations. The service parses this text again after the
   * approval.
   */
  document: string;
  /** URL of the request, against which relative references in the document are resolved. */
  base: string;
  attempt?: IdempotentRequest | undefined;
}

/** Stores writes as proposals instead of performing them. The proposals module implements this class. */
export abstract class Proposer {
  /**
   * Validates a proposed write against the current rows of the shop. Returns a 202 response with the
   * proposal.
   */
  abstract propose(write: ProposedWrite): Promise<Render>;
}
