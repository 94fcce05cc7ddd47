import { describeResource } from '@storewright/json-api';
import { domainProblems, domainStatuses } from './developer-domain.entity';
import { CreateDeveloperDomain } from './domain-input';

export const developerDomains = describeResource({
  type: 'developer_domains',
  description:
    'A domain of an app developer. The app directory shows the domain after the developer has proved control of ' +
    'the domain.',
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
    domain: { description: 'Domain of the developer, such as app.example.' },
    status: {
      description:
        'pending: the domain was never verified. verified: the app directory shows the domain. lost: the ' +
        'proof of a verified domain has disappeared.',
      values: domainStatuses,
    },
    problem: {
      description:
        'Problem that the last verification of the domain found. null if it succeeded. absent: neither the TXT ' +
        'record nor the file contains record_value. unreachable: name servers or web server did not respond.',
      isNullable: true,
      values: domainProblems,
    },
    record_name: { description: 'Name of the TXT record that proves control of the domain.' },
    record_value: { description: 'Text that the TXT record or the verification file must contain.' },
    file_url: {
      description:
        'URL of the verification file. It proves control of the domain, as an alternative to the TXT record.',
    },
    proved_at: {
      description:
        'Time of the last successful verification of the domain. null if no verification succeeded.',
      isNullable: true,
    },
    checked_at: {
      description: 'Time of the last verification of the domain. null before the first verification.',
      isNullable: true,
    },
    created_at: { description: 'Time at which the developer added the domain.' },
  },
  create: CreateDeveloperDomain,
  errors: { create: ['limit_reached'] },
});
