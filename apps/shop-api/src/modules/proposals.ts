import { ProposalsModule } from '@storewright/proposals';

export const register = () => ProposalsModule;
