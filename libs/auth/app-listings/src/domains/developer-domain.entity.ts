import { CollatedText, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

export const domainStatuses = ['pending', 'verified', 'lost'] as const;
export type DomainStatus = (typeof domainStatuses)[number];
export const domainProblems = ['absent', 'unreachable'] as const;
export type DomainProblem = (typeof domainProblems)[number];

/** The domain of a developer, and whether the developer proved control of the domain. */
@Entity({ schema: 'auth', name: 'developer_domains' })
export class DeveloperDomain {
  @Uuid({ primary: true })
  id: string;

  @Uuid()
  owner_id: string;

  @CollatedText()
  domain: string;

  /** Public text that the DNS record or the file must contain. */
  @CollatedText()
  token: string;

  @CollatedText({ default: 'pending' })
  status: DomainStatus;

  /** Problem that the last check found, if it found no proof. */
  @CollatedText({ nullable: true })
  problem: DomainProblem | null;

  /** Time of the last check that found the proof of control. */
  @Timestamp({ nullable: true })
  proved_at: string | null;

  @Timestamp({ nullable: true })
  checked_at: string | null;

  /** Time of the next check by the platform. null before the first proof, and after the domain lost its status. */
  @Timestamp({ nullable: true })
  next_check_at: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
