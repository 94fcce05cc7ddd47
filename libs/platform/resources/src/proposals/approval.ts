import { type Grant, type GrantedRequest, type IdempotentRequest, mustPropose } from '@storewright/access';
import { documentBody, memberOf, type Render, requestParameter } from '@storewright/json-api';
import type { Scope } from '@storewright/scopes';
import type { ObjectWrite, Operation } from '../operations/read-operations';
import type { ResourceRepository } from '../resource-repository';
import type { ProposedWrite, Proposer } from './proposer';

export interface ApprovalRequest {
  grant: Grant;
  method: string;
  path: string;
  base: string;
  /** `data` member of the request document as JSON text. undefined if the request has no body. */
  data?: string;
}

/** Permission of the token to write. `approval` is set if a member of the shop must approve the write. */
export interface WriteAccess {
  grant: Grant;
  approval?: ApprovalRequest;
}

/**
 * Injects the permission for writes that need this scope: `@WriteAccessOf(scope) { grant, approval }:
 * WriteAccess`.
 */
export const WriteAccessOf = requestParameter('approval', (scope: Scope, context): WriteAccess => {
  const request = context.switchToHttp().getRequest<GrantedRequest>();
  const grant = request.grant!;
  return mustPropose(grant, [scope]) ? { grant, approval: approvalOf(request, grant) } : { grant };
});

function approvalOf(request: GrantedRequest, grant: Grant): ApprovalRequest {
  const { method, body } = request;
  const data = Buffer.isBuffer(body) && body.length > 0 ? dataOf(documentBody(request)) : undefined;
  const base = `${request.protocol}://${request.host}${request.url}`;
  return { grant, method, path: pathOf(request), base, ...(data !== undefined && { data }) };
}

const dataOf = (body: Uint8Array) => memberOf(new TextDecoder().decode(body), 'data');

export const pathOf = ({ url }: Pick<GrantedRequest, 'url'>): string => url.split('?', 1)[0]!;

interface Ref {
  type: string;
  id: string;
  relationship?: string;
}

/**
 * Converts a write of a single object to a proposal. Copies the JSON text of the data unchanged, because
 * parsing and serializing could change numbers and the order of keys.
 */
export function singleWrite(
  { data, ...request }: ApprovalRequest,
  op: 'add' | 'update' | 'remove',
  operation: Operation,
  ref?: Ref,
): Omit<ProposedWrite, 'attempt'> {
  const members = [
    `"op":"${op}"`,
    ...(ref ? [`"ref":${JSON.stringify(ref)}`] : []),
    ...(data === undefined ? [] : [`"data":${data}`]),
  ];
  return { ...request, operations: [operation], document: `{"atomic:operations":[{${members.join()}}]}` };
}

export function propose(
  { repository, proposer }: { repository: ResourceRepository; proposer?: Proposer },
  approval: ApprovalRequest,
  write: ObjectWrite,
  attempt?: IdempotentRequest,
): Promise<Render> {
  const ref = write.op === 'add' ? undefined : { type: repository.resource.type, id: write.id };
  const operation = { ...write, repository, pointer: '' };
  return proposer!.propose({ ...singleWrite(approval, write.op, operation, ref), attempt });
}
