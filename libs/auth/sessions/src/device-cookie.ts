import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SEALING_KEYS } from '@storewright/access';
import { emailKey } from '@storewright/people';
import { type SealingKeys, TextSeal } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import { cookieOf, writtenCookie } from './session-cookie';

const name = 'storewright_device';
const lifeSeconds = 365 * 24 * 60 * 60;

/**
 * Recognizes devices on which a person has signed in before, so that failed sign-ins on unknown devices do
 * not slow down known ones. The device cookie is not a credential and does not reveal the account.
 */
@Injectable()
export class DeviceCookie {
  private readonly seal: TextSeal;

  constructor(@Inject(SEALING_KEYS) keys: SealingKeys) {
    this.seal = new TextSeal(keys, 'device');
  }

  /** Returns the id of the device if a person with this email address has signed in on the device before. */
  read(request: FastifyRequest, email: string): string | undefined {
    return this.seal.open(cookieOf(request, name) ?? '', emailKey(email));
  }

  write(request: FastifyRequest, email: string): string {
    const sealed = this.seal.seal(randomUUID(), emailKey(email));
    return writtenCookie(request, { name, value: sealed, life: lifeSeconds });
  }
}
