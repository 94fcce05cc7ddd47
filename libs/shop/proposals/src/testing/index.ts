import type { Conformance } from '@storewright/conformance';
import { ProposalsModule } from '../proposals.module';
import { aProposal, proposalsSample } from '../proposals.sample';

export const conformance: Conformance = {
  modules: [ProposalsModule],
  samples: [proposalsSample],
  tables: ['shop.proposals', 'shop.proposal_changes'],
  fill: async (context) => void (await aProposal(context)),
};
