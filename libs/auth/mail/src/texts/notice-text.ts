import { isIP } from 'node:net';
import type { Language } from '@storewright/entities';
import { type Role, roles } from '@storewright/scopes';
import { isUuid } from '@storewright/text';
import { foreignEmail, foreignName } from '../foreign-name';
import type { ErasureMailKind, NoticeDetails, NoticeKind } from '../outgoing-mail.entity';
import { deNotices } from './de-notices';
import { enNotices } from './en-notices';
import type { Words } from './mail-texts';
import type { NoticeTexts } from './notice-texts';

const all: Record<Language, NoticeTexts> = { en: enNotices, de: deNotices };

/**
 * Returns a security notice in the language of the recipient. `foreignName` makes all names in the notice
 * safe.
 */
export function noticeText(
  language: Language,
  kind: NoticeKind | ErasureMailKind,
  details: NoticeDetails,
): Words {
  const { texts, roles: roleNames } = all[language];
  const named = (text = '') => foreignName(text, language);
  const { shop, actor, name, role, device, email = '', address = '', reference = '' } = details;
  const [subject, sentence] = texts[kind]({
    ...{ shop: named(shop), actor: named(actor), name: named(name), device: named(device) },
    role: isRole(role) ? roleNames[role] : '…',
    email: foreignEmail(email, language),
    address: isIP(address) ? address : '…',
    reference: isUuid(reference) ? reference : '…',
  });
  return { subject, text: `${sentence}\n\n${adviceOf(language, kind, shop)}\n` };
}

function adviceOf(language: Language, kind: NoticeKind | ErasureMailKind, shop: string | undefined): string {
  const { personAdvice, shopAdvice, listingAdvice, leakAdvice, erasureAdvice } = all[language];
  if (/_leaked$|^canary_/.test(kind)) return leakAdvice;
  if (kind.startsWith('listing_')) return listingAdvice;
  if (kind === 'erasure_due' || kind === 'erasure_overdue') return erasureAdvice[kind];
  return shop === undefined ? personAdvice : shopAdvice;
}

function isRole(text: string | undefined): text is Role {
  return roles.some((role) => role === text);
}
