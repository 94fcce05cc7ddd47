import { Injectable } from '@nestjs/common';
import { type ApiError, invalidAttribute } from '@storewright/json-api';
import {
  NewPasswords,
  normalizedPassword,
  type OwnerWithHash,
  Passwords,
  rejectPassword,
} from '@storewright/people';
import { type ActiveSession, originOf, type SessionRequest } from '@storewright/sessions';
import { SignInLimits } from '@storewright/sign-in';
import { OwnerChanges } from './owner-changes';

@Injectable()
export class PasswordChanges {
  constructor(
    private readonly changes: OwnerChanges,
    private readonly passwords: Passwords,
    private readonly limits: SignInLimits,
    private readonly newPasswords: NewPasswords,
  ) {}

  async change(
    owner: OwnerWithHash & { name: string },
    { current, next }: { current: string; next: string },
    request: SessionRequest,
  ): Promise<ActiveSession> {
    await this.checkCurrent(owner, current, request.ip);
    if (normalizedPassword(next) === normalizedPassword(current))
      rejectPassword('must differ from the current password');
    // Verifies the current password first, because estimating the strength of the new password takes up to a
    // second of CPU time.
    rejectPassword(await this.newPasswords.problemOf(next, owner));
    const hash = await this.passwords.hash(next);
    const session = await this.changes.changePassword(owner, hash, {
      ...originOf(request),
      token_id: request.session!.id,
    });
    if (!session) throw wrongPassword();
    return session;
  }

  /**
   * Counts a wrong current password as a failed sign-in, which limits password guessing in an unattended
   * browser.
   */
  private async checkCurrent(owner: OwnerWithHash, password: string, address: string): Promise<void> {
    // The device counts as known, because a session exists only after a sign-in.
    const attempt = { email: owner.email, address, device: owner.id };
    await this.limits.count(attempt);
    if (!(await this.passwords.matches(owner.password_hash, password))) throw wrongPassword();
    await this.limits.recordSuccess(attempt);
  }
}

/**
 * A wrong current password gets 422 instead of 401, because the admin panel treats 401 as the end of the
 * session.
 */
function wrongPassword(): ApiError {
  return invalidAttribute('current_password', 'This is not your current password.');
}
