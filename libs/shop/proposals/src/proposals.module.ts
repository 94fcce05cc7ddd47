import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Proposer } from '@storewright/resources';
import { Decisions } from './decisions';
import { ProposalChange } from './proposal-change.entity';
import { ProposalChanges } from './proposal-changes';
import { ProposalExpiry } from './proposal-expiry';
import { Proposal } from './proposal.entity';
import { ProposalsController } from './proposals.controller';
import { ProposalsRepository } from './proposals.repository';
import { StoredProposals } from './stored-proposals';

/**
 * Routes and background jobs for writes by apps that members of the shop must approve
 * (docs/adr/proposals.md).
 */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Proposal, ProposalChange], 'shop')],
  controllers: [ProposalsController],
  providers: [
    ...[ProposalsRepository, ProposalChanges, Decisions, ProposalExpiry],
    { provide: Proposer, useClass: StoredProposals },
  ],
  exports: [Proposer],
})
export class ProposalsModule {}
