import { describeResource } from '@storewright/json-api';
import { domainProblems, domainStatuses } from './developer-domain.entity';
import { CreateDeveloperDomain } from './domain-input';

export const developerDomains = describeResource({
  type: 'developer_domains',
  description:
    'The domain of a developer, which the directory shows once the developer has proved control of it.',
  path: '/api/developer_domains',
  attributes: {
    domain: 'string',
    status: 'string',
    problem: 'string',
    record_name: 'string',
    record_value: 'string',
    file_url: 'string',
    proved_at: 'timestamp',
    checked_at: 'timestamp',
    created_at: 'timestamp',
  },
  described: {
    domain: { description: 'The domain.' },
    status: {
      description:
        'pending: not proved yet. verified: the directory shows the domain. lost: the proof has disappeared.',
      values: domainStatuses,
    },
    problem: {
      description:
        'Problem that the last check found. absent: neither the record nor the file contains the value. ' +
        'unreachable: name servers or web server did not respond.',
      isNullable: true,
      values: domainProblems,
    },
    record_name: { description: 'Name of the TXT record that proves control.' },
    record_value: { description: 'Text that the TXT record or the file must contain.' },
    file_url: { description: 'URL of the file that proves control instead of the TXT record.' },
    proved_at: { description: 'Time of the last check that found the proof.', isNullable: true },
    checked_at: { description: 'Time of the last check.', isNullable: true },
    created_at: { description: 'Time at which the domain was added.' },
  },
  create: CreateDeveloperDomain,
  errors: { create: ['limit_reached'] },
});
