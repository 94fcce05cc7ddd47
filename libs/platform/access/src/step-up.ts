import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sentAttributes } from './sent-attributes';

/**
 * Declares whether a state-changing route requires a recent proof of identity (docs/adr/owner-sessions.md). A
 * step-up is required if the request creates a credential, redirects data or nonces, weakens a protection or
 * ends a person's access. A state-changing route without a scope must have this declaration, or the service
 * does not start.
 */
export type StepUp =
  /** `exceptId` is a value of the path parameter `:id` that needs no proof of identity. */
  | { kind: 'required'; exceptId?: { id: string; because: string } }
  /** Required if the document has an attribute that requires it, an unknown attribute, or no attribute. */
  | { kind: 'by attribute'; attributes: Readonly<Record<string, AttributeStepUp>> }
  | { kind: 'not required'; because: string };

/**
 * `requiredUnless` is the only attribute value that needs no proof of identity, because it enables a
 * protection.
 */
export type AttributeStepUp = 'required' | { requiredUnless: boolean } | { notRequired: string };

export const stepUpKey = Symbol('step-up');

export function StepUpRequired(): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'required' } satisfies StepUp);
}

/**
 * Requires a recent proof of identity, unless the path parameter `:id` has this value. The route table prints
 * `because`.
 */
export function StepUpRequiredExcept(id: string, because: string): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'required', exceptId: { id, because } } satisfies StepUp);
}

/** Declares that the route needs no proof of identity. The route table prints `because`. */
export function StepUpNotRequired(because: string): MethodDecorator {
  return SetMetadata(stepUpKey, { kind: 'not required', because } satisfies StepUp);
}

/**
 * Requires a recent proof of identity if the request body contains certain attributes. A new DTO attribute must
 * be listed here, or the code does not compile.
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

/** An invalid request body also requires a proof of identity. The route rejects the body later. */
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
