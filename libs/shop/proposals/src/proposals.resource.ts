import { defineResource } from '@storewright/entities';
import { ProposalChange } from './proposal-change.entity';
import { Proposal, proposalStatuses } from './proposal.entity';
import { UpdateProposal } from './proposals.dto';
import { proposalsScopes } from './proposals.scopes';

export const proposals = defineResource(Proposal, {
  type: 'proposals',
  description: 'A write by an app that a member of the shop must approve or decline.',
  path: '/api/proposals',
  events: proposalsScopes.events,
  errors: { update: ['illegal_transition', 'approver_required', 'insufficient_scope'] },
  sortable: ['created_at'],
  filterable: { status: proposalStatuses, resource_type: true, installation_id: true },
  update: UpdateProposal,
  takesMeta: false,
});

export const proposalChanges = defineResource(ProposalChange, {
  type: 'proposal_changes',
  description: 'The change to one attribute or relationship in a proposed write.',
  path: '/api/proposals/:proposal_id/changes',
  sortable: ['number'],
  order: [
    { column: 'number', descending: false },
    { column: 'id', descending: false },
  ],
});
