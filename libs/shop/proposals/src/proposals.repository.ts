import { Injectable } from '@nestjs/common';
import { ResourceRepository } from '@storewright/resources';
import type { Proposal } from './proposal.entity';
import type { UpdateProposal } from './proposals.dto';
import { proposals } from './proposals.resource';

@Injectable()
export class ProposalsRepository extends ResourceRepository<Proposal, object, UpdateProposal> {
  static override readonly resource = proposals;

  /** Does not register the resource, because clients cannot create a proposal directly. */
  override onModuleInit(): void {}
}
