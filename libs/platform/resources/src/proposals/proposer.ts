import type { Grant, IdempotentRequest } from '@storewright/access';
import type { Render } from '@storewright/json-api';
import type { Operation } from '../operations/read-operations';

/** A valid write that a member of the shop must approve (docs/adr/proposals.md). */
export interface ProposedWrite {
  grant: Grant;
  method: string;
  /** Path of the request without its query. */
  path: string;
  operations: readonly Operation[];
  /** JSON text of an atomic request with the same operations, from which they are read again after the approval. */
  document: string;
  /** URL to which references in the document are relative. */
  base: string;
  attempt?: IdempotentRequest | undefined;
}

/** Stores a write as a proposal instead of applying it. The module of the proposals provides it. */
export abstract class Proposer {
  /** Validates the write against the rows of the shop. Returns the 202 with the proposal. */
  abstract propose(write: ProposedWrite): Promise<Render>;
}
