import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sentAttributes } from './sent-attributes';

/**
 * Declares whether a state-changing request requires a recent proof of identity (docs/adr/owner-sessions.md).
 * A step-up is required if the request creates a credential, redirects data or nonces, weakens a protection
 * or ends the access of a person. The service does not start if a state-changing route without a scope lacks
 * this declaration.
 */
export type StepUp =
  /** `exceptId` is a value of `:id` in the path for which no proof of identity is required. */
  | { kind: 'required'; exceptId?: { id: string; because: string } }
  /** Required if the document has an attribute that requires it, an unknown attribute, or no attribute. */
  | { kind: 'by attribute'; attributes: Readonly<Record<string, AttributeStepUp>> }
  | { kind: 'not required'; because: string };

/** `requiredUnless` is the only value that requires no proof, because this value enables a protection. */
export type AttributeStepUp = 'required' | { requiredUnless: boolean } | { notRequired: string };

export const stepUpKey = Symbol('step-up');

export function StepUpRequired(): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'required' } satisfies StepUp);
}

/**
 * Requires a proof of identity, except for the object with this id in the path. The route table prints the
 * reason.
 */
export function StepUpRequiredExcept(id: string, because: string): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'required', exceptId: { id, because } } satisfies StepUp);
}

/** Declares that no proof of identity is needed. The route table prints the reason. */
export function StepUpNotRequired(because: string): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'not required', because } satisfies StepUp);
}

/**
 * Requires a proof of identity depending on the attributes in the document. A new attribute does not compile
 * until it is listed.
 */
export function StepUpByAttribute<Attributes extends object>(attributes: {
  readonly [Name in Exclude<keyof Attributes, 'check'>]-?: AttributeStepUp;
}): MethodDecorator {
  return SetMetadata(stepUpKey, {
    kind: 'by attribute',
    attributes: attributes as Readonly<Record<string, AttributeStepUp>>,
  } satisfies StepUp);
}

/** True if this request requires a recent proof of identity. */
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

/** A body that is not a valid document also requires a proof. The route rejects such a body later. */
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
