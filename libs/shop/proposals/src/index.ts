export { ProposalsModule } from './proposals.module';
export { proposals } from './proposals.resource';
