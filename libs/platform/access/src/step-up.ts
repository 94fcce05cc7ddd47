import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sentAttributes } from './sent-attributes';

/**
 * Declares whether a state-changing request requires a recent proof of identity (docs/adr/owner-sessions.md).
 * A step-up is required if the request creates a credential, redirects data or nonces, weakens a protection or
 * ends somebody's access. Every state-changing route without a scope must declare one; otherwise the service
 * does not start.
 */
export type StepUp =
  /** `exceptId` is an `:id` that requires no proof. */
  | { kind: 'required'; exceptId?: { id: string; because: string } }
  /** Required if the document has an attribute that requires it, an unknown attribute, or no attribute. */
  | { kind: 'by attribute'; attributes: Readonly<Record<string, AttributeStepUp>> }
  | { kind: 'not required'; because: string };

/** `requiredUnless` is the value that requires no proof, because it enables a protection. */
export type AttributeStepUp = 'required' | { requiredUnless: boolean } | { notRequired: string };

export const stepUpKey = Symbol('step-up');

export function StepUpRequired(): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'required' } satisfies StepUp);
}

/** Requires a proof, except for the object with this ID in the path. The route table prints the reason. */
export function StepUpRequiredExcept(id: string, because: string): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'required', exceptId: { id, because } } satisfies StepUp);
}

/** Declares that no proof is needed. The route table prints the reason. */
export function StepUpNotRequired(because: string): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'not required', because } satisfies StepUp);
}

/** Decides by the attributes of the document. A new attribute does not compile until it is listed. */
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

/** Also requires a proof for a body that is not a valid document. The route rejects such a body later. */
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
