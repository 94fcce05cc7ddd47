export { IsDisplayName, IsDisplayText, isDisplayText } from './display-name';
export { emailCredential, emailKey } from './email';
export { countHashed } from './hashed-limit';
export { IsEmailAddress } from './is-email';
export { lockPerson } from './lock-person';
export { Member } from './member.entity';
export {
  MAX_ACCESS_TOKENS_OF_SHOP,
  MAX_APPS_OF_PERSON,
  MAX_CANARY_TOKENS_OF_SHOP,
  MAX_PASSKEY_CHALLENGES_OF_PERSON,
  MAX_ROLES_OF_SHOP,
  MAX_SAVED_VIEWS_OF_PERSON,
  MAX_SESSION_TOKENS_OF_MEMBER,
  objectLimitReached,
} from './object-limits';
export { Owner } from './owner.entity';
export { languageOf, type OwnerIdentity, Owners, type OwnerWithHash } from './owners';
export { LEAKED_PASSWORDS_URL, NewPasswords } from './passwords/new-passwords';
export { normalizedPassword, problemOfLength, problemOfPassword } from './passwords/password-rule';
export { hashPassword, isPassword, Passwords } from './passwords/passwords';
export { rejectPassword } from './passwords/reject-password';
export { PeopleModule } from './people.module';
