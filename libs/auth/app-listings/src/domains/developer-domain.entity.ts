import { CollatedText, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

export const domainStatuses = ['pending', 'verified', 'lost'] as const;
export type DomainStatus = (typeof domainStatuses)[number];
export const domainProblems = ['absent', 'unreachable'] as const;
export type DomainProblem = (typeof domainProblems)[number];

@Entity({ schema: 'auth', name: 'developer_domains' })
export class DeveloperDomain {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @CollatedText()
  domain: string;

  /** Public token that the TXT record or the verification file of the domain must contain. */
  @CollatedText()
  token: string;

  @CollatedText({ default: 'pending' })
  status: DomainStatus;

  @CollatedText({ nullable: true })
  problem: DomainProblem | null;

  @Timestamp({ nullable: true })
  proved_at: string | null;

  @Timestamp({ nullable: true })
  checked_at: string | null;

  /** Time of the next automatic verification of the domain. null if the domain is not verified. */
  @Timestamp({ nullable: true })
  next_check_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
