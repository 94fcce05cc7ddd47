import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sentAttributes } from './sent-attributes';

/**
 * Whether a route that changes state requires a recent proof of identity (docs/adr/owner-sessions.md). A
 * proof is required to create a credential, redirect data or nonces, weaken a protection or end a person's
 * access. State-changing routes without a scope must declare this, or the service does not start.
 */
export type StepUp =
  /**
   * `exceptId` is the value of the path parameter `:id` for which the route requires no proof of identity.
   */
  | { kind: 'required'; exceptId?: { id: string; because: string } }
  /** Required if the document has an attribute that requires it, an unknown attribute, or no attribute. */
  | { kind: 'by attribute'; attributes: Readonly<Record<string, AttributeStepUp>> }
  | { kind: 'not required'; because: string };

/**
 * `requiredUnless` is the value that an attribute can have without a proof of identity, because this value
 * enables a protection.
 */
export type AttributeStepUp = 'required' | { requiredUnless: boolean } | { notRequired: string };

export const stepUpKey = Symbol('step-up');

export function StepUpRequired(): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'required' } satisfies StepUp);
}

/**
 * Declares that the route requires a recent proof of identity, except for one value of the path parameter
 * `:id`. The route table shows the reason `because`.
 */
export function StepUpRequiredExcept(id: string, because: string): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'required', exceptId: { id, because } } satisfies StepUp);
}

/** Declares that the route requires no proof of identity. The route table shows the reason `because`. */
export function StepUpNotRequired(because: string): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'not required', because } satisfies StepUp);
}

/**
 * Declares for each attribute whether a request with the attribute requires a recent proof of identity. The
 * code compiles only if all attributes of the DTO are listed.
 */
export function StepUpByAttribute<Attributes extends object>(attributes: {
  readonly [Name in Exclude<keyof Attributes, 'check'>]-?: AttributeStepUp;
}): MethodDecorator {
  return SetMetadata(stepUpKey, {
    kind: 'by attribute',
    attributes: attributes as Readonly<Record<string, AttributeStepUp>>,
  } satisfies StepUp);
}

export function needsStepUp(context: ExecutionContext): boolean {
  const declared = Reflect.getMetadata(stepUpKey, context.getHandler()) as StepUp | undefined;
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  switch (declared?.kind) {
    case 'required':
      return !declared.exceptId || (request.params as { id?: string }).id !== declared.exceptId.id;
    case 'by attribute':
      return attributesNeedStepUp(declared.attributes, request.body);
    default:
      return false;
  }
}

/** Requires a proof of identity also for an invalid request body, which the route rejects afterwards. */
function attributesNeedStepUp(declared: Readonly<Record<string, AttributeStepUp>>, body: unknown): boolean {
  const sent = sentAttributes(body);
  const names = Object.keys(sent);
  return names.length === 0 || names.some((name) => needsProof(declared, name, sent[name]));
}

function needsProof(
  declared: Readonly<Record<string, AttributeStepUp>>,
  name: string,
  value: unknown,
): boolean {
  const rule = Object.hasOwn(declared, name) ? declared[name]! : 'required';
  if (rule === 'required') return true;
  return 'requiredUnless' in rule && value !== rule.requiredUnless;
}
