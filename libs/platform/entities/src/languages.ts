/** Languages of mails and of the panel. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
