/** An email as it is compared: two spellings that differ only in case or in how accents are composed are one address. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
